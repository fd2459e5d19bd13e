import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { FOR_COMMANDS } from '../../server/src/database/connections/patience.ts';
import { connect, type Database } from '../../server/src/database/pool.ts';
import { TEMPLATE } from './global-setup.ts';

export type TestDatabase = { url: string; query: Database['query']; drop(): Promise<void> };

/** A fresh, migrated database for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  // A test that reads the database has no time limit, because the machine may be busy.
  const admin = connect(server, 1, 0, FOR_COMMANDS);
  // With the write-ahead log it would take twice as long, and dropping the database ten times as long.
  await admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy`, [], 'create');
  const database = connect({ ...server, database: name }, 2, 0, FOR_COMMANDS);
  return {
    url: `postgres://${server.user}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`,
    query: database.query,
    async drop() {
      await database.close();
      await admin.query(`drop database ${name} with (force)`, [], 'drop');
      await admin.close();
    },
  };
}
