import { describe, expect, test } from 'vitest';
import { parseParameters } from './header-parameters.ts';

describe('parseParameters', () => {
  test('reads names in any case, quoted and plain values, and empty parameters', () => {
    expect(Object.fromEntries(parseParameters('; A=b;c="d;\\"e" ;; ') ?? [])).toEqual({ a: 'b', c: 'd;"e' });
    expect(parseParameters('')?.size).toBe(0);
  });

  test('is undefined for malformed or repeated parameters', () => {
    for (const text of [
      'a=b',
      '; a',
      '; a=',
      '; a="b',
      '; a=b c',
      '; a=b; A=c',
      '; a=b"c"',
      '; =b',
      '; a =b',
      '; "a"=b',
    ]) {
      expect([text, parseParameters(text)]).toEqual([text, undefined]);
    }
  });

  test('takes linear time for any input', () => {
    for (const unit of [' ', ';', '; ', '\\', '\\"', '"', ';a="', ';a=" ', '\t ']) {
      parseParameters(`;a="${unit.repeat(100_000)}`);
      parseParameters(unit.repeat(100_000));
    }
  });
});
