import { expect, test } from 'vitest';
import { codeAt, findStep, otpauthUrl, stepAt, toBase32 } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

test.for([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
] as const)('RFC 6238 appendix B: at %i seconds the code of eight digits is %s', ([seconds, code]) => {
  const now = new Date(seconds * 1000);
  expect(codeAt(SECRET, stepAt(now), 8)).toBe(code);
  expect(findStep(SECRET, code.slice(2), now)).toBe(stepAt(now));
});

test('RFC 4226 appendix D: the first ten codes of six digits', () => {
  expect(Array.from({ length: 10 }, (_, step) => codeAt(SECRET, step))).toEqual([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ]);
});

test('one step early or late is accepted, two are not', () => {
  const now = new Date(1_000_000 * 30_000 + 12_345);
  for (const [around, isGood] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const) {
    const step = stepAt(now) + around;
    expect(findStep(SECRET, codeAt(SECRET, step), now)).toBe(isGood ? step : undefined);
  }
});

test('anything but six digits is not a code', () => {
  const code = codeAt(SECRET, 1);
  for (const text of ['', '12345', `${code}0`, `${code} `, 'abcdef', '१२३४५६', `${code}\n`]) {
    expect(findStep(SECRET, text, new Date(30_000))).toBeUndefined();
  }
});

test('base 32 is that of RFC 4648 §10, without padding', () => {
  for (const [text, coded] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    expect(toBase32(Buffer.from(text))).toBe(coded);
  }
});

test('the otpauth URL names service, person and parameters', () => {
  expect(otpauthUrl('sello', 'ana+1@example.com', SECRET)).toBe(
    'otpauth://totp/sello:ana%2B1%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=sello&algorithm=SHA1&digits=6&period=30',
  );
});
