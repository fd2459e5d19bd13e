import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isTurnOver, type Turn } from '../../../server/src/database/duties.ts';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import { announcePresence } from '../../../server/src/database/presence.ts';
import { sequenceLog } from '../../../server/src/transparency/sequence-log.ts';
import { forFile } from '../../harness/for-file.ts';
import { silentLogger } from '../../harness/reorg-chain.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/test-database.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
let elsewhere: TestDatabase;
let other: Database;
beforeAll(async () => {
  elsewhere = await createTestDatabase();
  other = connect({ url: elsewhere.url }, 2);
});
afterAll(async () => {
  await other?.close();
  await elsewhere?.drop();
});

async function take(name: string): Promise<Turn> {
  const turn = await sello.ports.duties.take(name);
  if (turn === undefined) throw new Error(`another has the duty ${name}`);
  return turn;
}

/** As if this process had lost the lock without noticing, and another had taken it. */
const anotherTakes = (name: string) =>
  sello.database.query('update duties set number = number + 1, holder = 1 where name = $1', [name], 'take');

const ANCHOR = {
  network: 'eip155:1',
  nonce: 7,
  txHash: randomBytes(32),
  raw: randomBytes(60),
  treeSize: 1,
  root: randomBytes(32),
  maxFeePerGas: 1n,
  maxPriorityFeePerGas: 1n,
};

const MINED = {
  txHash: randomBytes(32),
  blockNumber: 1,
  blockHash: randomBytes(32),
  blockTime: new Date(0),
  txIndex: 0,
};
const UNSHOWN = { inclusion: 'none', because: 'not asked' } as const;

/** Tries every writing method of a store, and checks that none is missing here: all must be refused. */
async function expectAllRefused<Held extends object>(
  reads: object,
  held: Held,
  late: Record<string, () => Promise<unknown>>,
): Promise<void> {
  const writers = Object.keys(held).filter((name) => !(name in reads));
  expect(Object.keys(late).sort()).toEqual(writers.sort());
  for (const [name, attempt] of Object.entries(late))
    expect([name, await attempt().catch(isTurnOver)]).toEqual([name, true]);
}

test('P82 a process that has lost the duty writes no anchor, marks none and stores nothing about a chain', async () => {
  const turn = await take('anchor somewhere');
  const { anchors } = sello.ports;
  const held = anchors.heldBy(turn);
  const now = new Date();
  const { id } = await held.writeDown(ANCHOR, now);
  const mined = await held.writeDown({ ...ANCHOR, nonce: 8, txHash: MINED.txHash }, now);
  await held.markMined(mined.id, MINED, UNSHOWN, now);
  const chain = { network: ANCHOR.network, trust: 'public', finality: 'finalized' } as const;
  await held.rememberChain(chain, 1, now);
  await anotherTakes('anchor somewhere');
  await expectAllRefused(anchors, held, {
    writeDown: () => held.writeDown({ ...ANCHOR, txHash: randomBytes(32) }, now),
    markSent: () => held.markSent(id),
    markMined: () => held.markMined(id, MINED, UNSHOWN, now),
    markFinal: () => held.markFinal(mined.id, now),
    markReorganised: () => held.markReorganised(mined.id, now),
    markLost: () => held.markLost([id]),
    rememberChain: () => held.rememberChain(chain, 2, now),
    tellProblems: () => held.tellProblems(chain.network, [], now),
  });
  const rows = await sello.database.query('select id, state from anchors order by id', [], 'anchors');
  expect(rows).toEqual([
    { id, state: 'signed' },
    { id: mined.id, state: 'mined' },
  ]);
  const [seen] = await sello.database.query('select head_number from chains', [], 'chains');
  expect(seen).toEqual({ head_number: 1 });
});

test('P82 a former holder of the duty can write neither a calendar’s stamp nor its state', async () => {
  const turn = await take('stamp');
  const { calendarStamps } = sello.ports;
  const held = calendarStamps.heldBy(turn);
  const now = new Date();
  const stamp = { calendar: 'https://a.example', treeSize: 1, root: randomBytes(32), nonce: randomBytes(16) };
  const [written, pending, complete] = [
    await held.writeDown(stamp, now),
    await held.writeDown({ ...stamp, treeSize: 2 }, now),
    await held.writeDown({ ...stamp, treeSize: 3 }, now),
  ];
  for (const { id } of [pending, complete]) await held.markPending(id, Buffer.from('promise'), now, now);
  await held.markComplete(complete.id, Buffer.from('whole'), 1, now);
  await held.markFailed(stamp.calendar, 'timeout', 'no answer', now);
  await anotherTakes('stamp');
  const stored = () =>
    sello.database.query(
      'select * from calendar_stamps, calendars where name = calendar order by id',
      [],
      'stored',
    );
  const before = await stored();
  await expectAllRefused(calendarStamps, held, {
    writeDown: () => held.writeDown({ ...stamp, treeSize: 4 }, now),
    markPending: () => held.markPending(written.id, Buffer.from('late'), now, now),
    postpone: () => held.postpone(pending.id, now),
    markComplete: () => held.markComplete(pending.id, Buffer.from('late'), 1, now),
    confirm: () => held.confirm(complete.id, randomBytes(80)),
    reopen: () => held.reopen(complete.id, now),
    markFailed: () => held.markFailed(stamp.calendar, 'timeout', 'again', now),
    markAnswered: () => held.markAnswered(stamp.calendar),
  });
  expect(await stored()).toEqual(before);
});

test('P82 a process that has lost the duty gives no leaf its place', async () => {
  const { key } = await sello.newAccount();
  await sello.certify(key, 'waits for its place');
  const turn = await take('sequence');
  await anotherTakes('sequence');
  expect(await sequenceLog(sello.ports, sello.identity, turn).catch(isTurnOver)).toBe(true);
  const [row] = await sello.database.query('select count(*) as waiting from log_queue', [], 'waiting');
  expect(row).toEqual({ waiting: 1 });
  await sello.ports.duties.giveUp('sequence');
  expect(await sequenceLog(sello.ports, sello.identity, await take('sequence'))).toBe(1);
});

test('P82 each holder of a duty has a higher number than the one before, and a duty that was given up is free', async () => {
  const second = await sello.another();
  const first = await take('by turns');
  expect(await second.ports.duties.take('by turns')).toBeUndefined();
  await sello.ports.duties.giveUp('by turns');
  expect(await second.ports.duties.take('by turns')).toEqual({ duty: 'by turns', number: first.number + 1 });
  expect(await sello.ports.duties.take('by turns')).toBeUndefined();
});

test('P82 a process whose lock is on another server than its writes gives up its duties and says so', async () => {
  const presence = await announcePresence(
    { url: sello.database.url },
    other,
    randomBytes,
    silentLogger,
    false,
  );
  try {
    expect(await presence.take('misled')).toBeUndefined();
    await expect.poll(() => presence.isHere()).toBe(false);
    expect(presence.held()).toEqual([]);
  } finally {
    await presence.close();
  }
});
