/** The locks that a migration declares are those that PostgreSQL takes for it. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyMigrations, type Migration, readMigrations } from '../../../server/src/database/migrate.ts';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import {
  declaredLocks,
  isOutsideTransaction,
  numberOf,
  statementsOf,
} from '../../../server/src/database/upgrades/declared-locks.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../../harness/empty-database.ts';
import { findLies, type RealLock, realLocks } from '../../harness/real-locks.ts';

/** From 0042 on; the locks of earlier migrations are listed in the program. */
const FIRST = 42;

const all = await readMigrations();
let place: EmptyDatabase;
let database: Database;
beforeAll(async () => {
  place = await createEmptyDatabase();
  database = connect(place.address, 3, 0);
  const older = all.filter(({ name }) => numberOf(name) < FIRST);
  await database.transaction((query) => applyMigrations(query, older));
});
afterAll(async () => {
  await database?.close();
  await place?.drop();
});

/** In order: each migration is tried on the schema for which it was written, and stays applied. */
test.for(all.filter(({ name }) => numberOf(name) >= FIRST))(
  'P95 $name locks exactly what it declares',
  async (migration) => {
    const real = await tryOut(migration);
    expect(findLies(declaredLocks(migration) ?? [], real)).toEqual([]);
  },
);

async function tryOut(migration: Migration): Promise<RealLock[]> {
  if (!isOutsideTransaction(migration))
    return database.transaction((query) => realLocks(query, migration.sql));
  const locks: RealLock[] = [];
  for (const statement of statementsOf(migration)) {
    if (/\bconcurrently\b/i.test(statement)) {
      await database.query(statement);
      locks.push(...lockOfIndex(statement));
    } else locks.push(...(await database.transaction((query) => realLocks(query, statement))));
  }
  return locks;
}

/** The lock that PostgreSQL's manual names: after making an index concurrently, no lock is left to look at. */
function lockOfIndex(statement: string): RealLock[] {
  const [, table] = /^create (?:unique )?index concurrently \w+\s+on (\w+)/i.exec(statement) ?? [];
  return table === undefined ? [] : [{ table, mode: 'share update exclusive', work: 'reads' }];
}

describe('the comparison itself finds', () => {
  const undone = async (sql: string) => {
    let real: RealLock[] = [];
    await database
      .transaction(async (query) => {
        real = await realLocks(query, sql);
        throw new Error('undone');
      })
      .catch((error) => {
        if (error.message !== 'undone') throw error;
      });
    return real;
  };

  test.for([
    ['alter table members add column shoe_size integer', 'access exclusive', 'instant'],
    [
      'alter table members add column made timestamptz default clock_timestamp()',
      'access exclusive',
      'writes',
    ],
    ['alter table members add constraint c check (id is not null)', 'access exclusive', 'reads'],
    ['alter table members add constraint c check (id is not null) not valid', 'access exclusive', 'instant'],
    ['create index i on members (id)', 'share', 'reads'],
    ['update members set id = id', 'row exclusive', 'writes'],
  ] as const)('%s: %s, %s', async ([sql, mode, work]) => {
    expect(await undone(sql)).toEqual([{ table: 'members', mode, work }]);
  });

  test('that a new table locks the one that it refers to', async () => {
    const sql = 'create table shoes (account_id text references accounts (id))';
    expect(await undone(sql)).toEqual([{ table: 'accounts', mode: 'share row exclusive', work: 'instant' }]);
  });

  test('a lock that is not declared, one that is weaker than declared, and work that is longer', () => {
    const real = [{ table: 'members', mode: 'share' as const, work: 'reads' as const }];
    const instant = { kind: 'instant' as const };
    const said = (mode: 'share' | 'exclusive') => [{ table: 'members', mode, work: instant }];
    expect(findLies([], real)).toEqual(['-- locks members: share, reads']);
    expect(findLies(said('exclusive'), real)).toEqual(['-- locks members: share, reads']);
    expect(findLies(said('share'), real)).toEqual(['-- locks members: share, reads …']);
    expect(findLies(said('share'), [])).toEqual(['members is not locked']);
  });
});
