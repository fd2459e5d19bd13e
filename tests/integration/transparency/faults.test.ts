import { beforeEach, expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { makeNaiveTree, queueLeaves } from '../../harness/log-leaves.ts';
import { seededRandom } from '../../harness/seeded-random.ts';
import { openTestSello } from '../../harness/test-sello.ts';
import { turnByHand } from '../../harness/turn-by-hand.ts';

const SEQUENCER_LOCK = 7355_0002;

const leaves: Uint8Array[] = [];
const rootAt = makeNaiveTree(leaves);
const queue = async (count: number) => leaves.push(...(await queueLeaves(sello, count)));
const sello = forFile(openTestSello);
beforeEach(async () => {
  await queue(3);
  await sello.sequence();
});

/** Everything that an advance of the log may change. */
const everything = () =>
  Promise.all(
    [
      'log_state',
      'log_queue order by id',
      'log_places order by first_leaf_index',
      'log_nodes order by level, chunk',
      'log_entries order by chunk',
      'checkpoints order by size',
    ].map((table) => sello.database.query(`select * from ${table}`, [], table)),
  );

/** The waiting leaves are sequenced later, exactly once, and the log is intact. */
async function expectToGoOn(): Promise<void> {
  expect(await sello.sequence()).toBeGreaterThan(0);
  await expectWhole();
}

async function expectWhole(): Promise<void> {
  const checkpoint = await sello.ports.merkleLog.latestCheckpoint();
  expect(checkpoint?.size).toBe(leaves.length);
  expect(Buffer.from(checkpoint!.root)).toEqual(rootAt(leaves.length));
  expect(await sello.database.query('select from log_queue', [], 'waiting')).toEqual([]);
}

const moment = () => sello.ports.now();
const turn = () => turnByHand(sello.database);

test('a failure while places are computed leaves the queue unchanged', async () => {
  await queue(4);
  const before = await everything();
  const fail = async () => {
    throw new Error('out of breath');
  };
  await expect(sello.ports.merkleLog.advance(10, fail, moment(), await turn())).rejects.toThrow(
    'out of breath',
  );
  expect(await everything()).toEqual(before);
  await expectToGoOn();
});

test('a database connection lost in the middle leaves the queue unchanged', async () => {
  await queue(4);
  const before = await everything();
  const die = async () => {
    const killed = await sello.database.query(
      `select pg_terminate_backend(pid) as killed from pg_locks
        where locktype = 'advisory' and classid = 0 and objid = $1::bigint::oid and objsubid = 1
          and database = (select oid from pg_database where datname = current_database())`,
      [SEQUENCER_LOCK],
      'kill',
    );
    expect(killed).toEqual([{ killed: true }]);
    return { frontier: { size: 0, nodes: [] }, runs: [], root: Buffer.alloc(32), note: '' };
  };
  await expect(sello.ports.merkleLog.advance(10, die, moment(), await turn())).rejects.toThrow();
  expect(await everything()).toEqual(before);
  await expectToGoOn();
});

test('a failure of the very last statement leaves the queue unchanged', async () => {
  await queue(4);
  const before = await everything();
  const size = leaves.length - 4;
  const runs = [{ level: 0, firstIndex: size, hashes: leaves.slice(-4) }];
  // A checkpoint of that size already exists.
  const repeat = async () => ({ frontier: { size, nodes: [] }, runs, root: Buffer.alloc(32), note: 'n' });
  await expect(sello.ports.merkleLog.advance(10, repeat, moment(), await turn())).rejects.toThrow(
    'checkpoints_pkey',
  );
  expect(await everything()).toEqual(before);
  await expectToGoOn();
});

test.for([
  ['one hash short', 'substr(hashes, 1, length(hashes) - 32)'],
  ['one hash long', `hashes || decode(repeat('00', 32), 'hex')`],
  ['of a broken length', 'substr(hashes, 1, length(hashes) - 1)'],
])('a row that is %s stops the sequencer, and nothing is signed over it', async ([, damage]) => {
  const before = await everything();
  await queue(2);
  await sello.database.query(`create table kept as select * from log_nodes`, [], `keep-${damage}`);
  await sello.database.query(
    `update log_nodes set hashes = ${damage} where level = 0`,
    [],
    `damage-${damage}`,
  );
  await expect(sello.sequence()).rejects.toThrow('do not match the size');
  expect((await everything()).at(-1)).toEqual(before.at(-1));
  expect(await sello.database.query('select from log_queue', [], 'waits')).toHaveLength(2);
  await sello.database.query(
    'update log_nodes n set hashes = k.hashes from kept k where n.level = k.level and n.chunk = k.chunk',
    [],
    `repair-${damage}`,
  );
  await sello.database.query('drop table kept', [], `drop-${damage}`);
  await expectToGoOn();
});

test('a row that is missing stops the sequencer', async () => {
  await queue(2);
  const taken = await sello.database.query('delete from log_nodes where level = 0 returning *', [], 'take');
  await expect(sello.sequence()).rejects.toThrow('do not match the size');
  for (const { level, chunk, hashes } of taken) {
    await sello.database.query('insert into log_nodes values ($1, $2, $3)', [level, chunk, hashes], 'give');
  }
  await expectToGoOn();
});

test('several processes sequencing at once never assign a place twice or skip one', async () => {
  const other = await sello.another();
  const random = seededRandom();
  for (let round = 0; round < 25; round += 1) {
    await queue(1 + random.below(20));
    const late = queueLeaves(sello, 5);
    const counts = await Promise.all([sello, other, sello, other].map((one) => one.sequence()));
    leaves.push(...(await late));
    const rest = (await other.sequence()) + counts.reduce((total, count) => total + count, 0);
    expect(rest, `round ${round}, seed ${random.seed}`).toBeGreaterThan(0);
    await expectWhole();
  }
});
