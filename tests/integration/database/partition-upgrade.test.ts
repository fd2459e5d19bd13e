/** A database with certificates gets partitions while it is used, and all its data stays the same. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../../server/src/database/migrate.ts';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import { lowestIdAt, makeNewId } from '../../../server/src/kernel/ids.ts';
import { idsOf, monthOf, monthsAfter, parseMonth } from '../../../server/src/upkeep/partitions/month.ts';
import { readPartitions } from '../../../server/src/upkeep/partitions/pg-partitions.ts';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';
import { undivide } from '../../harness/undivided.ts';

let sello: TestSello;
let database: Database;
beforeEach(async () => {
  sello = await openTestSello();
  database = connect({ url: sello.database.url }, 3, 0);
  await undivide(sello.database);
});
afterEach(async () => {
  await database.close();
  await sello.close();
});

const partitions = () => readPartitions((text) => database.query(text));

async function addToken(id: string): Promise<void> {
  await database.query(
    `insert into certificate_tokens (account_id, certificate_id, tsr, chain_sha256, salt, leaf_hash)
     values ('acct_x', $1, '\\x00', '\\x01', sha256('s'), sha256('l'))`,
    [id],
  );
}

const everything = () =>
  database.query('select t::text as row from certificate_tokens t order by account_id, certificate_id');

/** The file on the disk that the rows are in. */
const fileOf = async (table: string) =>
  (await database.query('select pg_relation_filenode($1::regclass)::bigint as file', [table]))[0]?.file;

test('P99 an upgrade divides the time stamps without rewriting one, and every proof stays byte for byte the same', async () => {
  const { key } = await sello.newAccount();
  const ids: string[] = [];
  // Certifying needs nothing that the older schema lacks.
  for (const content of ['one', 'two', 'three']) ids.push((await sello.certify(key, content)).id);
  await addToken(
    makeNewId(
      () => new Date('2019-03-03'),
      (size) => new Uint8Array(size).fill(9),
    )('cert'),
  );
  const [rows, file] = [await everything(), await fileOf('certificate_tokens')];
  expect(rows).toHaveLength(4);

  await migrate(database);

  expect(await everything()).toEqual(rows);
  expect(await fileOf('certificate_tokens_first')).toBe(file);
  const proof = await sello.call('GET', `${API}/certificates/${ids[0]}/proof?type=nom151&format=raw`, {
    key,
  });
  expect(proof.status).toBe(200);
  const [stored] = await database.query(
    'select tsr from certificate_tokens_first where certificate_id = $1',
    [ids[0]],
  );
  expect(proof.bytes.equals(stored?.tsr as Buffer)).toBe(true);
  await sello.certify(key, 'four');
  expect(await everything()).toHaveLength(5);
});

test('P99 the first partition ends with the next month, as the program counts months', async () => {
  await migrate(database);
  const end = idsOf(monthsAfter(monthOf(new Date()), 2)).from;
  expect(await partitions()).toEqual([{ name: 'certificate_tokens_first', from: undefined, to: end }]);
});

test('P99 if a clock was years ahead, the first partition includes its rows', async () => {
  await addToken(lowestIdAt('cert', new Date('2041-07-14T10:00:00Z')));
  await migrate(database);
  const month = parseMonth('2041-09');
  expect(month && (await partitions())[0]?.to).toBe(month && idsOf(month).from);
});

test('P99 a row written by a foreign program does not stop the upgrade either', async () => {
  await addToken('somebody wrote this by hand');
  await migrate(database);
  expect(await partitions()).toHaveLength(1);
  expect(await everything()).toHaveLength(1);
});

test('P99 an upgrade that was interrupted between its two steps is continued', async () => {
  const all = await readMigrations();
  // Migrations from 0054 on were not undone.
  const before = all.filter(({ name }) => name < '0050' || name >= '0054');
  expect(await migrate(database, { migrations: before })).toEqual(['0049_first_tokens.sql']);
  const { key } = await sello.newAccount();
  await sello.certify(key);
  await database.query(`delete from migrations where name = '0049_first_tokens.sql'`);
  const left = all.map(({ name }) => name).filter((name) => name >= '0049' && name < '0054');
  expect(await migrate(database)).toEqual(left);
  expect(await everything()).toHaveLength(1);
});
