import { expect, test } from 'vitest';
import { etagOf, matchesTag } from './etag.ts';

const TAG = etagOf('hello');

test('a tag is strong and of the content alone', () => {
  expect(TAG).toMatch(/^"[0-9a-f]{64}"$/);
  expect(etagOf(Buffer.from('hello'))).toBe(TAG);
  expect(etagOf('hello ')).not.toBe(TAG);
});

test.for([
  [undefined, false],
  ['', false],
  ['*', true],
  [' * ', true],
  [TAG, true],
  [`W/${TAG}`, true],
  [`"a", ${TAG}`, true],
  [`"a,b" , W/${TAG},"c"`, true],
  ['"a", "b"', false],
  [TAG.slice(1, -1), false],
  [`"${TAG.slice(1, -1)}x"`, false],
  ['"*"', false],
] as const)('If-None-Match: %s → %s', ([header, matches]) => {
  expect(matchesTag(header, TAG)).toBe(matches);
});
