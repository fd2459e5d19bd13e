/** One real PostgreSQL for the whole run, with a migrated template that each test file copies. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/src/database/embedded/launcher.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { connect } from '../../server/src/database/pool.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; database: string };
    /** Everything in it is deleted after the run, even what a killed worker left behind. */
    runFolder: string;
  }
}

export const TEMPLATE = 'sello_template';

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-tests-'));
  // These databases are thrown away, so nothing is synced to disk; crash safety is tested elsewhere with ordinary
  // settings.
  const postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'), () => {}, {
    settings: { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '300' },
  });
  const { host, port, user, database } = postgres.connection;
  const admin = connect({ host, port, user, database }, 1);
  await admin.query(`create database ${TEMPLATE}`, [], 'template');
  await admin.close();
  const template = connect({ host, port, user, database: TEMPLATE }, 1);
  await migrate(template);
  await template.close();
  project.provide('postgres', { host, port, user, database });
  project.provide('runFolder', folder);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
