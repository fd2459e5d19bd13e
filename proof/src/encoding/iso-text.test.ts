import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoText } from './iso-text.ts';

test('a moment is written as toISOString writes it, whatever was written before', () => {
  const moment = fc.oneof(
    fc.date({ noInvalidDate: true }),
    fc.date({ noInvalidDate: true, min: new Date(-1_500), max: new Date(1_500) }),
  );
  fc.assert(
    fc.property(fc.array(moment), (moments) => {
      for (const at of moments) expect(isoText(at)).toBe(at.toISOString());
    }),
  );
});

test('an invalid date is refused, also after a valid one', () => {
  isoText(new Date(0));
  expect(() => isoText(new Date(Number.NaN))).toThrow(RangeError);
  expect(() => isoText(new Date(Number.NaN))).toThrow(RangeError);
});
