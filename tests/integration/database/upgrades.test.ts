/** Migrating while requests flow: nobody waits long, and nothing is removed that older processes still use. */

import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  assertSchemaFits,
  type Migration,
  migrate,
  readMigrations,
} from '../../../server/src/database/migrate.ts';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import { announcePresence } from '../../../server/src/database/presence.ts';
import { readPlan } from '../../../server/src/database/upgrades/read-plan.ts';
import { silentLogger } from '../../../server/src/kernel/logger.ts';
import { runSello } from '../../harness/child-sello.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/test-database.ts';

const own = await readMigrations();

let place: TestDatabase;
let database: Database;
beforeEach(async () => {
  place = await createTestDatabase();
  database = connect({ url: place.url }, 3, 0);
});
afterEach(async () => {
  await database.close();
  await place.drop();
});

/** The migrations of a version that comes after this one. */
function followedBy(...files: [name: string, sql: string][]): Migration[] {
  const more = files.map(([name, sql]) => ({
    name,
    sql,
    sha256: createHash('sha256').update(sql).digest('hex'),
  }));
  return [...own, ...more];
}

const columnsOf = async (table: string) =>
  (
    await place.query('select column_name as name from information_schema.columns where table_name = $1', [
      table,
    ])
  ).map(({ name }) => name);

const announce = () =>
  announcePresence({ url: place.url }, database, (size) => new Uint8Array(size).fill(7), silentLogger, false);

test('P95 a migration that waits for a lock lets the others pass, and is tried again until it has it', async () => {
  const migrations = followedBy(['9001_shoes.sql', 'alter table members add column shoe_size integer;']);
  const reader = connect({ url: place.url }, 1);
  const others = connect({ url: place.url }, 2);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isReading = () => {};
  const reading = new Promise<void>((resolve) => {
    isReading = resolve;
  });
  const longRead = reader.transaction(async (query) => {
    await query('select from members limit 1');
    isReading();
    await held;
  });
  await reading;
  let pauses = 0;
  const done = migrate(database, {
    migrations,
    // During the pause the migration does not wait for the lock: new statements are answered while the long read goes
    // on.
    async pause() {
      pauses += 1;
      await others.query('select count(*) from members');
      if (pauses === 2) {
        letGo();
        await longRead;
      }
    },
  });
  expect(await done).toEqual(['9001_shoes.sql']);
  expect(pauses).toBe(2);
  expect(await columnsOf('members')).toContain('shoe_size');
  await reader.close();
  await others.close();
});

test('P95 if a lock is not released, the operator is told who may hold it', async () => {
  const migrations = followedBy(['9001_shoes.sql', 'alter table members add column shoe_size integer;']);
  const reader = connect({ url: place.url }, 1);
  await reader.transaction(async (query) => {
    const [row] = await query(
      'select pg_backend_pid() as pid from (select from members limit 1) m right join (values (1)) v on true',
    );
    const gaveUp = migrate(database, { migrations, pause: async () => {}, tries: 2 });
    await expect(gaveUp).rejects.toThrow(`${row?.pid} (sello,`);
  });
  await reader.close();
});

test('P95 an older program starts and goes on where a newer one has only added something', async () => {
  await migrate(database, {
    migrations: followedBy(['9001_shoes.sql', 'alter table members add column shoe_size integer;']),
  });
  expect(await migrate(database)).toEqual([]);
  await assertSchemaFits(database);
});

test('P95 an older program that became visible after something was taken away does not serve', async () => {
  await migrate(database, {
    migrations: followedBy(['9001_notes.contract.sql', 'drop table operator_notes;']),
  });
  await expect(assertSchemaFits(database)).rejects.toThrow('Start that version instead');
});

test('P95 nothing is taken away while a process runs that does not know of it', async () => {
  const migrations = followedBy(['9001_notes.contract.sql', 'drop table operator_notes;']);
  const older = await announce();
  const waiting: string[] = [];
  const onWaiting = (name: string) => void waiting.push(name);
  expect(await migrate(database, { migrations, onWaiting })).toEqual([]);
  expect(waiting).toEqual(['9001_notes.contract.sql']);
  const { pending, processes } = await readPlan(database, migrations);
  expect(processes).toMatchObject([{ schema: Number(own.at(-1)?.name.slice(0, 4)) }]);
  expect(pending).toMatchObject([{ isContract: true, waitsFor: [{ pid: processes[0]?.pid }] }]);
  await older.close();
  await expect.poll(() => migrate(database, { migrations })).toEqual(['9001_notes.contract.sql']);
});

test('P95 what comes after such a file is refused with the names of the processes that are in the way', async () => {
  const migrations = followedBy(
    ['9001_notes.contract.sql', 'drop table operator_notes;'],
    ['9002_shoes.sql', 'alter table members add column shoe_size integer;'],
  );
  const older = await announce();
  await expect(migrate(database, { migrations })).rejects.toThrow(
    /Stop these first: schema \d{4}, from a local socket/,
  );
  await older.close();
});

test('P95 an index is built outside a transaction, also where a crash left half of it and others start', async () => {
  const sql = `-- outside a transaction
-- locks members: share update exclusive, reads 100 million rows in 5 min
drop index concurrently if exists by_shoe;
create index concurrently by_shoe on members (created_at);
`;
  const migrations = followedBy(['9001_by_shoe.sql', sql]);
  await place.query('create index by_shoe on members (id)');
  const second = connect({ url: place.url }, 3, 0);
  const applied = await Promise.all([migrate(database, { migrations }), migrate(second, { migrations })]);
  expect(applied.flat()).toEqual(['9001_by_shoe.sql']);
  const found = await place.query(`select indexdef as made from pg_indexes where indexname = 'by_shoe'`);
  expect(found).toMatchObject([{ made: expect.stringContaining('(created_at)') }]);
  await second.close();
});

test('P95 the plan counts the rows of this very database', async () => {
  const sql = '-- locks accounts: share, reads 100 million rows in 100 s\ncreate index i on accounts (name);';
  const migrations = followedBy(['9001_by_name.sql', sql]);
  const before = await readPlan(database, migrations);
  expect(before.pending[0]?.locks).toMatchObject([{ rows: undefined }]);
  await place.query('analyze accounts');
  const { pending } = await readPlan(database, migrations);
  expect(pending).toMatchObject([
    { name: '9001_by_name.sql', isContract: false, waitsFor: [], locks: [{ table: 'accounts', rows: 0 }] },
  ]);
});

test('P95 `sello migrate --plan` tells the pending ones, their locks and who runs, and changes nothing', async () => {
  const [last] = own.slice(-1);
  await place.query('delete from migrations where name = $1', [last?.name]);
  const present = await announce();
  const { status, out } = await runSello(['migrate', '--plan'], { DATABASE_URL: place.url });
  expect(status).toBe(0);
  expect(out).toContain('1 to apply');
  expect(out).toContain('One process runs on it:\n  - schema ');
  const [, plan = ''] = out.split(`\n${last?.name}\n`);
  expect(plan).toMatch(
    /^ {2}Expands: older processes keep running\.\n(?: {2}Outside a transaction:.*\n)? {2}Locks /,
  );
  const known = await place.query('select from migrations where name = $1', [last?.name]);
  expect(known).toEqual([]);
  await present.close();
});

test.for([
  'account list',
  'key list --account a@example.com',
  'fsck --quick',
  'partitions',
  'log-key list',
  'badge-key rotate a@example.com',
])(
  'P95 `sello %s` refuses a database that is older than its version, and does not migrate it',
  async (line) => {
    const [last] = own.slice(-1);
    await place.query('delete from migrations where name = $1', [last?.name]);
    const { status, error } = await runSello(line.split(' '), { DATABASE_URL: place.url });
    expect([status, error]).toEqual([
      1,
      expect.stringContaining(`older than this version of Sello (it lacks ${last?.name}`),
    ]);
    expect(await place.query('select from migrations where name = $1', [last?.name])).toEqual([]);
  },
);
