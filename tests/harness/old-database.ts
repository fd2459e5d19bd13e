/** A copy of a test's database that replaces it later, like a stale standby or an old backup. */

import { inject } from 'vitest';
import { connect } from '../../server/src/database/pool.ts';
import type { TestDatabase } from './test-database.ts';

type OldDatabase = {
  /** Restores the earlier database; open connections are cut, as in a failover. */
  putBack(): Promise<void>;
  drop(): Promise<void>;
};

export async function copyDatabase({ url }: Pick<TestDatabase, 'url'>): Promise<OldDatabase> {
  const name = new URL(url).pathname.slice(1);
  const old = `${name}_old`;
  const admin = connect(inject('postgres'), 1);
  await copy(name, old);
  return {
    async putBack() {
      await admin.query(`drop database ${name} with (force)`);
      await copy(old, name);
    },
    async drop() {
      await admin.query(`drop database if exists ${old} with (force)`);
      await admin.close();
    },
  };

  async function copy(from: string, to: string): Promise<void> {
    // Nobody may be connected to the database while it is copied.
    await admin.query(`alter database ${from} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
      from,
    ]);
    await admin.query(`create database ${to} template ${from} strategy file_copy`);
    await admin.query(`alter database ${from} allow_connections true`);
    await admin.query(`alter database ${to} allow_connections true`);
  }
}
