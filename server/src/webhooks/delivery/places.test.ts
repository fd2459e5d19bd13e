import { expect, test } from 'vitest';
import type { AccountId } from '../../kernel/ids.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import { type Due, makePlaces } from './places.ts';

const { most } = SHARED_THINGS.deliveries;

const accounts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function dueOf(account: string, count: number): Due[] {
  return Array.from({ length: count }, (_, i) => ({
    webhookId: `${account}${i}`,
    accountId: account as AccountId,
  }));
}

const namesOf = (chosen: Map<string, unknown>) => [...chosen.keys()].join(' ');

test('P105 an account gets its share of the places, and five that take theirs leave some', () => {
  const places = makePlaces();
  expect(places.take(dueOf('a', 50), false).size).toBe(most);
  for (const account of accounts.slice(1, 5)) places.take(dueOf(account, 50), false);
  expect(places.take(dueOf('newcomer', 50), false).size).toBeGreaterThan(0);
  expect(places.free(false)).toBeGreaterThan(0);
});

test('P105 accounts take turns: whoever was served last comes last, however long its next endpoint has waited', () => {
  const places = makePlaces({ ...SHARED_THINGS.deliveries, budget: 1 });
  const [first] = places.take([...dueOf('greedy', 9), ...dueOf('other', 9)], false);
  expect(first?.[0]).toBe('greedy0');
  expect(places.take(dueOf('other', 9), false).size).toBe(0);
  first?.[1]();
  const second = places.take([...dueOf('greedy', 9).slice(1), ...dueOf('other', 9)], false);
  expect(namesOf(second)).toBe('other0');
  for (const giveBack of second.values()) giveBack();
  expect(namesOf(places.take([...dueOf('other', 9), ...dueOf('greedy', 9)], false))).toBe('greedy0');
});

test('P105 a busy process serves one endpoint of an account, so that a slow receiver holds up only its owner', () => {
  const places = makePlaces();
  const taken = places.take([...dueOf('greedy', 50), ...dueOf('other', 2)], true);
  expect(namesOf(taken)).toBe('greedy0 other0');
  expect(places.take(dueOf('greedy', 50), true).size).toBe(0);
  expect(namesOf(places.take(dueOf('third', 2), true))).toBe('third0');
  taken.get('other0')?.();
  expect(namesOf(places.take([...dueOf('greedy', 50), ...dueOf('other', 2)], true))).toBe('other0');
});

test('what was taken before the process became busy counts', () => {
  const places = makePlaces();
  places.take(
    accounts.flatMap((account) => dueOf(account, 2)),
    false,
  );
  expect(places.free(true)).toBe(0);
  expect(places.take(dueOf('new', 1), true).size).toBe(0);
});
