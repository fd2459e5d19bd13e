import { expect, test } from 'vitest';
import { daysOf, isPossible, parsePeriod, toParams } from './period.ts';

const now = new Date('2026-03-01T23:59:00Z');
const parse = (search: string) => parsePeriod(new URLSearchParams(search));

test('the last days end today, today included, in UTC', () => {
  expect(daysOf(parse('days=7'), now)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  expect(daysOf(parse(''), now)).toEqual({ from: '2026-01-31', to: '2026-03-01' });
});

test.each(['days=8', 'days=x', 'from=2026-01-01', 'from=2026-13-01&to=2026-01-02', 'from=a&to=b'])(
  'an address that makes no sense (%s) shows the last thirty days',
  (search) => {
    expect(parse(search)).toEqual({ kind: 'last', days: 30 });
  },
);

test('a period survives its way through the address', () => {
  for (const search of ['', 'days=90', 'from=2026-01-01&to=2026-01-31'])
    expect(parse(new URLSearchParams(toParams(parse(search))).toString())).toEqual(parse(search));
});

test('a period that the server would refuse is not asked for', () => {
  expect(isPossible({ from: '2026-01-02', to: '2026-01-01' })).toBe(false);
  expect(isPossible({ from: '2025-01-01', to: '2026-01-01' })).toBe(true);
  expect(isPossible({ from: '2025-01-01', to: '2026-01-02' })).toBe(false);
});
