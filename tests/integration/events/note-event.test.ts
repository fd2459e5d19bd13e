import { expect, test } from 'vitest';
import { noteEvent, noteEventOnce, noteEvents } from '../../../server/src/events/note-event.ts';
import { forgetOldEvents, readEventsAfter } from '../../../server/src/events/pg-events.ts';
import type { Owner } from '../../../server/src/kernel/owner.ts';
import { forFile } from '../../harness/for-file.ts';
import { openTestSello } from '../../harness/test-sello.ts';

let owner: Owner;

const sello = forFile(openTestSello);

async function newOwner(): Promise<Owner> {
  const { account } = await sello.newAccount();
  return { accountId: account.id, livemode: false };
}

const read = (of: Owner) =>
  sello.ports.records.transaction((query) => readEventsAfter(query, of, 0, undefined, 100));

test('an event is stored together with its change or not at all', async () => {
  owner = await newOwner();
  const at = new Date('2026-05-01T10:00:00Z');
  await sello.ports.records.transaction((query) =>
    noteEvent(query, owner, { type: 'batch.completed', data: { id: 'bat_1' }, at }),
  );
  const lost = sello.ports.records.transaction(async (query) => {
    await noteEvent(query, owner, { type: 'batch.completed', data: { id: 'bat_2' }, at });
    throw new Error('the change failed');
  });
  await expect(lost).rejects.toThrow('the change failed');
  expect(await read(owner)).toEqual([{ number: 1, type: 'batch.completed', at, data: { id: 'bat_1' } }]);
});

test('numbers have no gaps and times never go back, however many write at once', async () => {
  owner = await newOwner();
  const late = new Date('2026-05-01T10:00:01Z');
  const early = new Date('2026-05-01T10:00:00Z');
  const many = Array.from({ length: 50 }, (_, n) => ({ type: 'award.created' as const, data: { n } }));
  await sello.ports.records.transaction((query) => noteEvents(query, owner, late, many));
  await Promise.all(
    Array.from({ length: 6 }, () =>
      sello.ports.records.transaction((query) =>
        noteEvent(query, owner, { type: 'award.approved', data: {}, at: early }),
      ),
    ),
  );
  const found = await read(owner);
  expect(found.map(({ number }) => number)).toEqual(Array.from({ length: 56 }, (_, n) => n + 1));
  expect(found.slice(0, 50).map(({ data }) => data.n)).toEqual(many.map(({ data }) => data.n));
  expect(new Set(found.map(({ at }) => at.getTime()))).toEqual(new Set([late.getTime()]));
});

test('a one-time event is written once, even by processes that check at the same moment', async () => {
  owner = await newOwner();
  const event = { type: 'term.ending', data: { id: 'trm_1' }, at: new Date() } as const;
  const told = await Promise.all(
    Array.from({ length: 5 }, () =>
      sello.ports.records.transaction((query) => noteEventOnce(query, owner, 'trm_1 30', event)),
    ),
  );
  expect(told.filter(Boolean)).toHaveLength(1);
  expect(await read(owner)).toHaveLength(1);
});

test('events are forgotten after thirty days', async () => {
  owner = await newOwner();
  const at = new Date('2026-05-01T10:00:00Z');
  await sello.ports.records.transaction((query) =>
    noteEvent(query, owner, { type: 'key.created', data: {}, at }),
  );
  await forgetOldEvents(sello.ports.records, new Date('2026-05-31T09:59:59Z'));
  expect(await read(owner)).toHaveLength(1);
  await forgetOldEvents(sello.ports.records, new Date('2026-05-31T10:00:01Z'));
  expect(await read(owner)).toHaveLength(0);
});
