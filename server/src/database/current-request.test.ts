import { expect, test } from 'vitest';
import { asOneRequest, asToldTo, currentHolder, holdAs, noteChange } from './current-request.ts';
import { asDatabaseError, isUnknownOutcome } from './outcome.ts';

const away = () => asDatabaseError(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));

/** The message that the request gets if a step fails after `work`. */
const toldAfter = (work: () => void) =>
  new Promise<boolean>((resolve) => {
    asOneRequest('198.51.100.7', true, async () => {
      await Promise.resolve();
      work();
      await Promise.resolve();
      resolve(isUnknownOutcome(asToldTo(away())));
    });
  });

test('a request that changed something is never answered with "nothing was changed"', async () => {
  expect(await toldAfter(() => noteChange('open-session'))).toBe(true);
  expect(await toldAfter(() => noteChange())).toBe(true);
});

test('preparing and counting are not changes, nor is a change by another request', async () => {
  expect(await toldAfter(() => noteChange('begin-certificate'))).toBe(false);
  expect(await toldAfter(() => asOneRequest('198.51.100.7', true, () => noteChange()))).toBe(false);
  noteChange();
  expect(isUnknownOutcome(asToldTo(away()))).toBe(false);
});

test('P105: a request counts for its network until its account is known, and work without a request counts for nobody', async () => {
  const seen: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  asOneRequest('198.51.100.7', false, async () => {
    seen.push(currentHolder());
    holdAs('acct_1');
    await Promise.resolve();
    seen.push(currentHolder());
    resolve();
  });
  await promise;
  expect(seen).toEqual(['198.51.100.7', 'acct_1']);
  expect(currentHolder()).toBeUndefined();
});
