import { expect, test, vi } from 'vitest';
import type { Owner } from '../../kernel/owner.ts';
import { findNumbers } from './find-numbers.ts';
import type { Part, SearchScope } from './ports.ts';

const OWNER = { accountId: 'acct_1', livemode: true } as Owner;
const HIGH = 200_000;

/** Every `nth` certificate matches. */
function stage(nth: number) {
  const matching = ({ low, high }: SearchScope) => {
    const found: number[] = [];
    for (let number = low + 1; number <= high; number++) if (number % nth === 0) found.push(number);
    return found;
  };
  const widest = { numbers: 0 };
  const search = {
    count: vi.fn(async (_owner: Owner, _filter: object, scope: SearchScope) => matching(scope).length),
    numbers: vi.fn(async (_owner: Owner, _filter: object, scope: SearchScope, part: Part) => {
      widest.numbers = Math.max(widest.numbers, scope.high - scope.low);
      const all = matching(scope);
      if (part.order === 'desc') all.reverse();
      return all.slice(part.offset, part.offset + part.limit);
    }),
  };
  const scope: SearchScope = {
    low: 0,
    high: HIGH,
    indexedTo: 0,
    changes: 0,
    afterNumber: undefined,
    isExact: false,
    isMostOfAll: false,
    commonWords: [],
  };
  const total = Math.floor(HIGH / nth);
  const find = (part: Part) => findNumbers(search, OWNER, {}, scope, part, total);
  const wanted = (part: Part) => {
    const all = matching(scope);
    if (part.order === 'desc') all.reverse();
    return all.slice(part.offset, part.offset + part.limit);
  };
  return { search, widest, find, wanted };
}

test.for([1, 3, 19, 20, 40_000])(
  'if every %ith row matches, any page is found in either order',
  async (nth) => {
    const { find, wanted } = stage(nth);
    for (const order of ['asc', 'desc'] as const) {
      for (const offset of [0, 1, 999, 5_000, 150_000, 199_999, 300_000]) {
        const part = { order, limit: 21, offset };
        expect([part, await find(part)]).toEqual([part, wanted(part)]);
      }
    }
  },
);

test('the first page of many matches looks at few certificates', async () => {
  const { search, widest, find } = stage(2);
  await find({ order: 'desc', limit: 101, offset: 0 });
  expect(search.numbers).toHaveBeenCalledTimes(1);
  expect(widest.numbers).toBeLessThanOrEqual(1_000);
});
