import { expect, test } from 'vitest';
import { asDatabaseError, isUnknownOutcome } from './outcome.ts';
import { asOneRequest, asToldTo, noteChange } from './request-changes.ts';

const away = () => asDatabaseError(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));

/** What the request is told if a step fails after `work`. */
const toldAfter = (work: () => void) =>
  new Promise<boolean>((resolve) => {
    asOneRequest(async () => {
      await Promise.resolve();
      work();
      await Promise.resolve();
      resolve(isUnknownOutcome(asToldTo(away())));
    });
  });

test('a request that changed something is not told that nothing was changed', async () => {
  expect(await toldAfter(() => noteChange('open-session'))).toBe(true);
  expect(await toldAfter(() => noteChange())).toBe(true);
});

test('what only prepares or counts is no change, nor is that of another request', async () => {
  expect(await toldAfter(() => noteChange('begin-certificate'))).toBe(false);
  expect(await toldAfter(() => asOneRequest(() => noteChange()))).toBe(false);
  noteChange();
  expect(isUnknownOutcome(asToldTo(away()))).toBe(false);
});
