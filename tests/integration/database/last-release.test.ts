/**
 * Statements that servers of the last release have prepared still work after every migration since. One whose columns
 * are gone, or whose answer has other columns than before, would fail for every caller of these servers.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyMigrations, readMigrations } from '../../../server/src/database/migrate.ts';
import { connect, type Database, type Query } from '../../../server/src/database/pool.ts';
import { isContract, sqlWithin } from '../../../server/src/database/upgrades/declared-locks.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../../harness/empty-database.ts';
import { readRelease } from '../../harness/last-release.ts';

const release = await readRelease();
const all = await readMigrations();
const known = all.filter(({ name }) => name <= release.schema);
const since = all.filter(({ name }) => name > release.schema && !isContract(name));

let place: EmptyDatabase;
let database: Database;
beforeAll(async () => {
  place = await createEmptyDatabase();
  database = connect(place.address, 1, 0);
  await database.transaction((query) => applyMigrations(query, known));
});
afterAll(async () => {
  await database?.close();
  await place?.drop();
});

test('P95 the last release is recorded with its schema and its statements', () => {
  expect(release.commit).toMatch(/^[0-9a-f]{40}$/);
  expect(known.at(-1)?.name).toBe(release.schema);
  expect(release.statements.length).toBeGreaterThan(400);
});

test('P95 every statement of the last release can be planned after every migration since, with the same columns', async () => {
  await inTrial(async (query) => {
    const prepared = await prepareAll(query, release.statements);
    expect(prepared.size).toBe(release.statements.length);
    const broken: string[] = [];
    for (const migration of since) {
      await query(sqlWithin(migration));
      broken.push(...(await findBroken(query, prepared)).map((why) => `${migration.name}: ${why}`));
    }
    expect(broken).toEqual([]);
  });
});

describe('the check itself finds a fault', () => {
  const STATEMENTS = [
    'select name, sha256 from migrations',
    'select * from operator_notes where name = $1',
    'insert into operator_notes (name, noted_at, details) values ($1, $2, $3)',
  ];

  test.for([
    ['a column that is gone', 'alter table operator_notes drop column details', 2],
    ['a column that an answer has now', 'alter table operator_notes add column shoe_size integer', 1],
    ['another type of a column', 'alter table operator_notes alter column name type varchar(9)', 1],
    ['a table that is gone', 'drop table operator_notes', 2],
    ['nothing where nothing is wrong', 'create table shoes (size integer)', 0],
  ] as const)('%s', async ([, sql, count]) => {
    await inTrial(async (query) => {
      const prepared = await prepareAll(query, STATEMENTS);
      await query(sql);
      expect(await findBroken(query, prepared)).toHaveLength(count);
    });
  });
});

/** Everything is undone. */
async function inTrial(work: (query: Query) => Promise<void>): Promise<void> {
  const trial = new Error('undone');
  await database
    .transaction(async (query) => {
      await work(query);
      await query('deallocate all');
      throw trial;
    })
    .catch((error) => {
      if (error !== trial) throw error;
    });
}

type Prepared = Map<string, { text: string; parameters: number }>;

async function prepareAll(query: Query, statements: readonly string[]): Promise<Prepared> {
  const prepared: Prepared = new Map();
  for (const [at, text] of statements.entries()) {
    await query(`prepare released_${at} as ${text}`);
    prepared.set(`released_${at}`, { text, parameters: 0 });
  }
  const rows = await query(
    'select name, coalesce(cardinality(parameter_types), 0) as parameters from pg_prepared_statements',
  );
  for (const { name, parameters } of rows) {
    const one = prepared.get(String(name));
    if (one !== undefined) one.parameters = Number(parameters);
  }
  return prepared;
}

/** Plans each statement again, as a server does that prepared it before the migration; runs none of them. */
async function findBroken(query: Query, prepared: Prepared): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, { text, parameters }] of prepared) {
    const nulls = Array.from({ length: parameters }, () => 'null').join(', ');
    await query('savepoint planned');
    try {
      await query(`explain execute ${name}${parameters === 0 ? '' : `(${nulls})`}`);
    } catch (error) {
      broken.push(`${(error as Error).message}: ${text}`);
      await query('rollback to savepoint planned');
    }
    await query('release savepoint planned');
  }
  return broken;
}
