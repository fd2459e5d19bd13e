/** Old time stamps move to another disk while everybody reads them. */

import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import { openSnapshot } from '../../../server/src/database/snapshot.ts';
import { lowestIdAt } from '../../../server/src/kernel/ids.ts';
import { makePartitions, remakePartitions } from '../../../server/src/upkeep/partitions/make-partitions.ts';
import { movePartition } from '../../../server/src/upkeep/partitions/move-partition.ts';
import { readPartitionSizes, readPartitions } from '../../../server/src/upkeep/partitions/pg-partitions.ts';
import { runInside } from '../../harness/inside-sello.ts';
import { columnsWithOtherStatistics } from '../../harness/partition-statistics.ts';
import { expectPlainWords } from '../../harness/plain-words.ts';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';

const DAY_MS = 86_400_000;
const SPACE = `cheap_${process.pid}_${Date.now()}`;

/** The partitions: a month that is long over, everything before it, and everything that is still written. */
const startOfMonth = (month: string) => lowestIdAt('cert', new Date(`${month}-01T00:00:00Z`));
const RANGES = [
  { from: undefined, to: startOfMonth('2001-05') },
  { from: startOfMonth('2001-05'), to: startOfMonth('2001-06') },
  { from: startOfMonth('2001-06'), to: lowestIdAt('cert', new Date(Date.now() + 65 * DAY_MS)) },
];

let sello: TestSello;
let database: Database;
let folder: string;
let superuser: pg.Client;
let key: string;
let id: string;
beforeAll(async () => {
  sello = await openTestSello();
  database = connect({ url: sello.database.url }, 3, 0);
  const server = inject('postgres');
  superuser = new pg.Client({ ...server, user: 'postgres' });
  await superuser.connect();
  folder = await mkdtemp(path.join(tmpdir(), 'sello-cheap-'));
  await belongTo(folder, path.join(inject('runFolder'), 'postgres', 'cluster'));
  await superuser.query(`create tablespace ${SPACE} location '${folder}'`);
  await database.transaction((query) => remakePartitions(query, RANGES));
  await database.query(
    `insert into certificate_tokens (account_id, certificate_id, tsr, chain_sha256, salt, leaf_hash)
     values ('acct_x', $1, '\\x00', '\\x01', sha256('s'), sha256('l'))`,
    [lowestIdAt('cert', new Date('2001-05-05'))],
  );
  ({ key } = await sello.newAccount());
  ({ id } = await sello.certify(key, 'old'));
});
afterAll(async () => {
  await database.close();
  await sello.close();
  await superuser.query(`drop tablespace ${SPACE}`);
  await superuser.end();
  await rm(folder, { recursive: true, force: true });
});

/** PostgreSQL demands a folder that belongs to PostgreSQL's own user. */
async function belongTo(place: string, model: string): Promise<void> {
  const { uid, gid } = await stat(model);
  await chown(place, uid, gid);
}

const allow = () => superuser.query(`grant create on tablespace ${SPACE} to public`);

const env = () => ({ SELLO_DATA_DIR: sello.dataDir, DATABASE_URL: sello.database.url });
const sizes = () => readPartitionSizes((text, params = []) => database.query(text, params));
const everything = () =>
  database.query('select t::text as row from certificate_tokens t order by account_id, certificate_id');
/** The partition with the certificate of this test. */
const current = async () => {
  const partition = (await readPartitions((text) => database.query(text))).at(2);
  if (partition === undefined) throw new Error('There is no partition');
  return partition;
};
const proofStatus = async () =>
  (await sello.call('GET', `${API}/certificates/${id}/proof?type=nom151&format=raw`, { key })).status;

test('P99 a missing or forbidden tablespace is refused with an explanation, and so is a month that is not over', async () => {
  const move = (...args: string[]) => runInside(['partitions', 'move', ...args], env());
  const missing = await move('--before', '2020-01', '--to', 'nowhere');
  expect(missing.status).toBe(1);
  expectPlainWords(missing.error, 'There is no tablespace "nowhere"');
  const forbidden = await move('--before', '2020-01', '--to', SPACE);
  expect(forbidden.status).toBe(1);
  expectPlainWords(forbidden.error, 'GRANT CREATE ON TABLESPACE');
  await allow();
  const future = await move('--before', '9999-01', '--to', SPACE);
  expect(future.status).toBe(2);
  expect(future.error).toContain('--before must not be later than');
  expect((await move('--before', 'May', '--to', SPACE)).error).toContain(
    '--before must be a month like 2026-01',
  );
  expect((await move('--before', '2020-01')).error).toContain('The tablespace (--to NAME) is missing');
  expect((await move('--before', '2001-04', '--to', SPACE)).out).toContain(
    'No partition that ends before 2001-04',
  );
});

test('P99 an interrupted move leaves everything where it was', async () => {
  await allow();
  // Leaves out the number of rows, because PostgreSQL updates this estimate whenever it likes.
  const places = async () => (await sizes()).map(({ rows: _, ...place }) => place);
  const before = [await everything(), await places()];
  const broken = movePartition({ url: sello.database.url }, await current(), {
    tablespace: SPACE,
    onProgress() {
      throw new Error('broken off');
    },
  });
  await expect(broken).rejects.toThrow('broken off');
  expect([await everything(), await places()]).toEqual(before);
});

test('P99 no partition is moved during a check or a backup', async () => {
  const snapshot = await openSnapshot({ url: sello.database.url });
  const moved = movePartition({ url: sello.database.url }, await current(), {
    tablespace: SPACE,
    onProgress() {},
    tries: 1,
  });
  await expect(moved).rejects.toThrow('start again when that is done');
  expect(await snapshot.query('select from certificate_tokens')).toHaveLength(2);
  await snapshot.close();
});

test('P99 rows move with their index while they are read and others are written', async () => {
  sello.advance(100 * DAY_MS);
  await makePartitions({ database, now: sello.ports.now });
  await sello.certify(key, 'new');
  const rows = await everything();
  const written: Promise<unknown>[] = [];
  const seen: Promise<number>[] = [];
  await movePartition({ url: sello.database.url }, await current(), {
    tablespace: SPACE,
    // Called before the copy replaces the partition, when nobody may have to wait. Some of these reads arrive during
    // the replacement.
    onProgress: () => {
      for (let i = 0; i < 20; i += 1) seen.push(proofStatus());
      written.push(sello.certify(key, 'newer'));
    },
  });
  await Promise.all(written);
  expect(new Set(await Promise.all(seen))).toEqual(new Set([200]));
  expect(await everything()).toEqual(expect.arrayContaining(rows));
  expect(await proofStatus()).toBe(200);
  const [moved] = (await sizes()).filter(({ tablespace }) => tablespace === SPACE);
  expect(moved).toMatchObject({ name: 'certificate_tokens_2001_06', range: RANGES[2] });
  const others = (await sizes()).filter((one) => one.name !== moved?.name);
  expect(others.every(({ tablespace }) => tablespace === 'pg_default')).toBe(true);
  const indexes = await database.query(`select tablespace from pg_indexes where tablename = $1`, [
    moved?.name,
  ]);
  expect(indexes).toEqual([{ tablespace: SPACE }]);
  expect(await columnsWithOtherStatistics(database)).toEqual([]);
});

test("P99 no function reads time stamps with its caller's snapshot, because that does not show rows that have just moved", async () => {
  const functions = await database.query(
    `select proname, provolatile from pg_proc
      where pronamespace = 'public'::regnamespace and prosrc like '%certificate_tokens%'`,
  );
  expect(functions).toEqual([{ proname: 'token_of', provolatile: 'v' }]);
});

test('P99 `sello partitions move` moves the past months, and then finds nothing left to move', async () => {
  const rows = await everything();
  const move = () => runInside(['partitions', 'move', '--before', '2001-06', '--to', SPACE], env());
  const { out, status } = await move();
  expect(status).toBe(0);
  expect(out).toMatch(/^Everything can be read while rows are copied/);
  expect(out).toMatch(new RegExp(`\\nbefore 2001-05-01, \\d+ kB: moved from pg_default to ${SPACE}.\\n`));
  expect(out).toMatch(
    new RegExp(`\\n2001-05-01 to 2001-06-01, \\d+ kB: moved from pg_default to ${SPACE}.\\n$`),
  );
  expect(await everything()).toEqual(rows);
  expect((await move()).out).toContain(`No partition that ends before 2001-06 is outside ${SPACE}.`);
  // And back to the default tablespace, where this role may always create tables.
  const back = await runInside(['partitions', 'move', '--before', '2001-06', '--to', 'pg_default'], env());
  expect(back.out).toContain(`moved from ${SPACE} to pg_default.`);
  expect(await everything()).toEqual(rows);
});
