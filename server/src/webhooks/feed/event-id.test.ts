import { expect, test } from 'vitest';
import type { AccountId } from '../../kernel/ids.ts';
import { eventId, placeOf } from './event-id.ts';

const owner = { accountId: 'acct_0000000000000000000001' as AccountId, livemode: true };

test('an id gives its place in the history, but only for its own account and mode', () => {
  const place = { source: 'certified', stage: 3, number: 2 ** 39 + 7 } as const;
  const id = eventId(owner, place);
  expect(id).toMatch(/^evt_[0-9A-Za-z]{22}$/);
  expect(placeOf(owner, id)).toEqual(place);
  expect(placeOf({ ...owner, livemode: false }, id)).toBeUndefined();
  expect(placeOf({ ...owner, accountId: 'acct_0000000000000000000002' as AccountId }, id)).toBeUndefined();
});

test('no other text is an id', () => {
  const id = eventId(owner, { source: 'created', stage: 0, number: 1 });
  const others = ['', 'evt_', `${id}0`, id.slice(0, -1), `evt_${'z'.repeat(22)}`, id.replace('evt', 'whk')];
  for (let at = 4; at < id.length; at += 1)
    others.push(`${id.slice(0, at)}${id[at] === 'A' ? 'B' : 'A'}${id.slice(at + 1)}`);
  expect(others.filter((text) => text !== id && placeOf(owner, text) !== undefined)).toEqual([]);
});
