import { expect, test } from 'vitest';
import { parseIdempotencyKey } from './idempotency-key.ts';

test('no header is no key', () => {
  expect(parseIdempotencyKey(undefined)).toBeUndefined();
});

test.for([
  ['a', 'a'],
  ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  ['"8e03978e"', '8e03978e'],
  ['x'.repeat(255), 'x'.repeat(255)],
  [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ['!#$%&()~', '!#$%&()~'],
  ['"a\\"b"', 'a"b'],
  ['"a\\\\b"', 'a\\b'],
  ['a"b', 'a"b'],
  ['"', '"'],
] as const)('%j is the key %j: quoted or not, it is the same', ([header, key]) => {
  expect(parseIdempotencyKey(header)).toBe(key);
});

test.for([
  '',
  '""',
  ' ',
  'a b',
  '"a b"',
  'a\tb',
  'ñ',
  'x'.repeat(256),
  `"${'x'.repeat(256)}"`,
  'a\x7f',
  'a\0',
])('%j is refused', (header) => {
  expect(() => parseIdempotencyKey(header)).toThrow('1 to 255 visible ASCII characters');
});

test('a key that is sent twice is refused', () => {
  expect(() => parseIdempotencyKey(['a', 'a'])).toThrow('must be sent once');
});
