import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeNewId } from '../../kernel/ids.ts';
import { idsOf, monthOf, monthsAfter, parseMonth } from './month.ts';

const moments = fc.date({ min: new Date(0), max: new Date('9990-01-01'), noInvalidDate: true });

test('P99 a certificate is in the range of its month, and in that of no neighbour', () => {
  fc.assert(
    fc.property(moments, (moment) => {
      const id = makeNewId(() => moment, randomBytes)('cert');
      const isIn = (month: ReturnType<typeof monthOf>) => idsOf(month).from <= id && id < idsOf(month).to;
      const month = monthOf(moment);
      return (
        isIn(month) &&
        !isIn(monthsAfter(month, 1)) &&
        (moment < new Date('1970-02-01') || !isIn(monthsAfter(month, -1)))
      );
    }),
  );
});

test('P99 one month ends where the next begins, also over the end of a year', () => {
  const december = parseMonth('2026-12');
  if (december === undefined) throw new Error('unreachable');
  expect(monthsAfter(december, 1)).toBe('2027-01');
  expect(monthsAfter(december, 14)).toBe('2028-02');
  expect(idsOf(december).to).toBe(idsOf(monthsAfter(december, 1)).from);
});

test.for(['', '2026', '2026-1', '2026-13', '2026-00', '2026-01-01', ' 2026-01', '20260-1'])(
  '%j is no month',
  (text) => {
    expect(parseMonth(text)).toBeUndefined();
  },
);
