import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isTurnOver, type Turn } from '../../../server/src/database/duties.ts';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import { announcePresence } from '../../../server/src/database/presence.ts';
import { sequenceLog } from '../../../server/src/transparency/sequence-log.ts';
import { silentLogger } from '../../harness/reorg-chain.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/test-database.ts';
import { openTestSello, type TestSello } from '../../harness/test-sello.ts';

let sello: TestSello;
let elsewhere: TestDatabase;
let other: Database;
beforeAll(async () => {
  sello = await openTestSello();
  elsewhere = await createTestDatabase();
  other = connect({ url: elsewhere.url }, 2);
});
afterAll(async () => {
  await sello?.close();
  await other?.close();
  await elsewhere?.drop();
});

async function take(name: string): Promise<Turn> {
  const turn = await sello.ports.duties.take(name);
  if (turn === undefined) throw new Error(`another has the duty ${name}`);
  return turn;
}

/** As if the lock had been lost without this process's noticing, and taken by another. */
const anotherTakes = (name: string) =>
  sello.database.query('take', 'update duties set number = number + 1, holder = 1 where name = $1', [name]);

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

test('P82 a turn that is over writes no anchor and marks none', async () => {
  const turn = await take('anchor somewhere');
  const anchors = sello.ports.anchors.heldBy(turn);
  const written = await anchors.writeDown(ANCHOR, new Date());
  await anotherTakes('anchor somewhere');
  const late = [
    () => anchors.writeDown({ ...ANCHOR, txHash: randomBytes(32) }, new Date()),
    () => anchors.markSent(written.id),
    () => anchors.markLost([written.id]),
    () => anchors.markReorganised(written.id, new Date()),
  ];
  for (const attempt of late) expect(await attempt().catch(isTurnOver)).toBe(true);
  const rows = await sello.database.query('anchors', 'select id, state from anchors', []);
  expect(rows).toEqual([{ id: written.id, state: 'signed' }]);
});

test('P82 a turn that is over gives no leaf its place', async () => {
  const { key } = await sello.newAccount();
  await sello.certify(key, 'waits for its place');
  const turn = await take('sequence');
  await anotherTakes('sequence');
  expect(await sequenceLog(sello.ports, sello.identity, turn).catch(isTurnOver)).toBe(true);
  const [row] = await sello.database.query('waiting', 'select count(*) as waiting from log_queue', []);
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

test('P82 a process whose lock is not where it writes gives up its duties and says so', async () => {
  const presence = await announcePresence(
    { url: sello.database.url },
    other,
    randomBytes,
    silentLogger,
    false,
  );
  try {
    expect(await presence.take('misled')).toMatchObject({ duty: 'misled' });
    await expect.poll(() => presence.isHere()).toBe(false);
    expect(presence.held()).toEqual([]);
  } finally {
    await presence.close();
  }
});
