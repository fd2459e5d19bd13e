import { expect, test, vi } from 'vitest';
import type { Owner } from '../../kernel/owner.ts';
import type { SearchScope } from './ports.ts';
import { rememberTotals } from './totals.ts';

const OWNER = { accountId: 'acct_1', livemode: true } as Owner;

/** Every second certificate matches. */
function stage() {
  const count = vi.fn(
    async (_owner: Owner, _filter: object, { low, high }: SearchScope) =>
      Math.floor(high / 2) - Math.floor(low / 2),
  );
  return { count, totalOf: rememberTotals({ count }) };
}

const scope = (high: number, more: Partial<SearchScope> = {}): SearchScope => ({
  low: 0,
  high,
  indexedTo: 0,
  changes: 0,
  afterNumber: undefined,
  isExact: false,
  isMostOfAll: false,
  commonWords: [],
  ...more,
});

test('the second count looks only at what came since the first', async () => {
  const { count, totalOf } = stage();
  expect(await totalOf(OWNER, { text: 'a' }, scope(1_000))).toBe(500);
  expect(await totalOf(OWNER, { text: 'a' }, scope(1_000))).toBe(500);
  expect(count).toHaveBeenCalledTimes(1);
  expect(await totalOf(OWNER, { text: 'a' }, scope(1_010))).toBe(505);
  expect(count).toHaveBeenLastCalledWith(OWNER, { text: 'a' }, scope(1_010, { low: 1_000 }));
});

test('a change of any certificate, or fewer of them, makes it count again', async () => {
  const { count, totalOf } = stage();
  await totalOf(OWNER, { text: 'a' }, scope(1_000));
  expect(await totalOf(OWNER, { text: 'a' }, scope(1_000, { changes: 1 }))).toBe(500);
  expect(await totalOf(OWNER, { text: 'a' }, scope(900, { changes: 1 }))).toBe(450);
  expect(count).toHaveBeenCalledTimes(3);
});

test('accounts, modes and filters have totals of their own, a status has none', async () => {
  const { count, totalOf } = stage();
  await totalOf(OWNER, { text: 'a' }, scope(100));
  await totalOf({ ...OWNER, livemode: false }, { text: 'a' }, scope(100));
  await totalOf(OWNER, { text: 'b' }, scope(100));
  await totalOf(OWNER, { text: 'a', metadata: { k: 'v' } }, scope(100));
  expect(count).toHaveBeenCalledTimes(4);
  expect(await totalOf(OWNER, { text: 'a', status: 'certified' }, scope(100))).toBe(50);
  expect(count).toHaveBeenCalledTimes(4);
  expect(await totalOf(OWNER, { text: 'a', status: 'stamped' }, scope(100, { low: 90 }))).toBe(5);
});
