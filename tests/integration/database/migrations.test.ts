import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checkAuditChain } from '../../../server/src/audit/audit-log.ts';
import { makeAuditLog } from '../../../server/src/audit/pg-audit.ts';
import { migrate } from '../../../server/src/database/migrate.ts';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import {
  isOutsideTransaction,
  sqlWithin,
  statementsOf,
} from '../../../server/src/database/upgrades/declared-locks.ts';

const FOLDER = new URL('../../../server/migrations/', import.meta.url);

let admin: Database;
let files: string[];
const open: { name: string; database: Database }[] = [];
beforeAll(async () => {
  admin = connect(inject('postgres'), 1);
  files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
});
afterAll(async () => {
  for (const { name, database } of open) {
    await database.close();
    await admin.query(`drop database ${name} with (force)`, [], `drop ${name}`);
  }
  await admin.close();
});

/** A database with nothing in it. */
async function emptyDatabase(): Promise<Database> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name} template template0`, [], `create ${name}`);
  const database = connect({ ...inject('postgres'), database: name }, 8);
  open.push({ name, database });
  return database;
}

const applied = async (database: Database) =>
  (await database.query('select name from migrations order by name', [], 'applied')).map(({ name }) => name);

test('every file is applied once, in order, and then never again', async () => {
  const database = await emptyDatabase();
  expect(await migrate(database)).toEqual(files);
  expect(await migrate(database)).toEqual([]);
  expect(await applied(database)).toEqual(files);
});

test('processes that start together on an empty database apply every file exactly once', async () => {
  const database = await emptyDatabase();
  const results = await Promise.all(Array.from({ length: 4 }, () => migrate(database)));
  expect(results.flat().sort()).toEqual(files);
  expect(results.filter((names) => names.length > 0)).toHaveLength(1);
});

test('files are numbered without gaps or duplicates', () => {
  expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, i) => i + 1));
});

test('no function leaves PostgreSQL to guess that it returns a thousand rows', async () => {
  const database = await emptyDatabase();
  await migrate(database);
  const guessed = await database.query(
    `select proname from pg_proc p
      where pronamespace = 'public'::regnamespace and proretset and prorows = 1000
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
    [],
    'guessed',
  );
  expect(guessed).toEqual([]);
});

test('a file changed after it was applied is refused, and nothing is applied', async () => {
  const database = await emptyDatabase();
  await migrate(database);
  const changed = files[1]!;
  await database.query(
    'update migrations set sha256 = $2 where name = $1',
    [changed, '0'.repeat(64)],
    'change',
  );
  await database.query('delete from migrations where name = $1', [files.at(-1)], 'forget');
  await expect(migrate(database)).rejects.toThrow(
    `Migration ${changed} was changed after it had been applied`,
  );
  expect(await applied(database)).toEqual(files.slice(0, -1));
});

test('P95 a database from which a newer version took something away is refused with a sentence that says what to do', async () => {
  const database = await emptyDatabase();
  await migrate(database);
  await database.query(
    `insert into migrations (name, sha256) values ('9999_future.contract.sql', '')`,
    [],
    'newer',
  );
  await expect(migrate(database)).rejects.toThrow(
    'The database was made by a newer version of Sello (it has 9999_future.contract.sql). Start that version instead.',
  );
});

test('a failing migration leaves the database unchanged', async () => {
  const database = await emptyDatabase();
  // Conflicts with the last file's tables.
  await database.query('create type caller_limits as (nothing integer)', [], 'obstacle');
  await expect(migrate(database)).rejects.toThrow('caller_limits');
  const tables = await database.query(
    `select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    [],
    'tables',
  );
  expect(tables).toEqual([]);
  await database.query('drop type caller_limits', [], 'clear');
  expect(await migrate(database)).toEqual(files);
});

test('existing people get a name for each session and the first entry of their audit log, and keep all else', async () => {
  const database = await emptyDatabase();
  await applyUpTo(database, '0007');
  await database.query(
    `with a as (
       insert into accounts (id, email, name, certificates_left, created_at)
       select 'acct_' || n, n || '@example.com', 'No. ' || n, 5, now() from generate_series(1, 3) n returning id
     )
     insert into sessions (token_hash, account_id, created_at, expires_at)
     select sha256(convert_to(id || n, 'UTF8')), id, now(), now() + interval '1 day' from a, generate_series(1, 2) n`,
    [],
    'people',
  );
  await applyFrom(database, '0007');
  const sessions = await database.query('select id, created_at, last_seen_at from sessions', [], 'sessions');
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(6);
  for (const { id, created_at, last_seen_at } of sessions) {
    expect(id).toMatch(/^sess_[0-9A-Za-z]{22}$/);
    expect(last_seen_at).toEqual(created_at);
  }
  const audit = makeAuditLog(database);
  for (const id of ['acct_1', 'acct_2', 'acct_3']) {
    expect(await audit.rows(id, 0, 10)).toMatchObject([{ number: 1, action: 'account.create' }]);
    expect(await checkAuditChain({ audit }, id)).toBeUndefined();
  }
});

test('files of existing certificates are counted, for each account and mode', async () => {
  const database = await emptyDatabase();
  await applyUpTo(database, '0019');
  await database.query(
    `with a as (
       insert into accounts (id, email, name, certificates_left, certificates_granted, created_at)
       select 'acct_' || n, n || '@example.com', 'No. ' || n, 5, 5, now() from generate_series(1, 2) n returning id
     ), counts as (
       insert into certificate_counts (account_id, livemode, total)
       select id, mode, 2 from a, unnest(array[true, false]) mode
     )
     insert into certificates (account_id, id, livemode, number, code, title, file_name, file_mime, file_size, sha256, psc,
       tst_serial, policy_oid, gen_time, accredited, warnings, created_at, ticket)
     select id, id || mode || number, mode, number, id || mode || number, 't', 'f', 'm',
            case when mode then 1000 else 1 end * number, sha256('x'), 'p', '1', '1.2', 'now', false, '[]', now(),
            row_number() over ()
       from a, unnest(array[true, false]) mode, generate_series(1, 2) number where id = 'acct_1' or mode`,
    [],
    'certificates',
  );
  await applyFrom(database, '0019');
  const rows = await database.query(
    'select account_id, livemode, stored_bytes from certificate_counts order by account_id, livemode',
    [],
    'counted',
  );
  expect(rows.map(({ stored_bytes }) => stored_bytes)).toEqual([3, 3_000, 0, 3_000]);
});

async function applyUpTo(database: Database, number: string): Promise<void> {
  await apply(
    database,
    files.filter((name) => name < number),
  );
}

async function applyFrom(database: Database, number: string): Promise<void> {
  await apply(
    database,
    files.filter((name) => name >= number),
  );
}

async function apply(database: Database, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const sql = await readFile(new URL(name, FOLDER), 'utf8');
    if (isOutsideTransaction({ sql })) {
      for (const statement of statementsOf({ sql })) await database.query(statement);
    } else await database.transaction((query) => query(sqlWithin({ sql })));
  }
}
