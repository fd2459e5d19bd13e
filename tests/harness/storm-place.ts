/** The setting of a storm: a database, a file store, and an account with a key, for child processes. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../server/src/database/embedded/launcher.ts';
import { connect, type Database } from '../../server/src/database/pool.ts';
import { OPERATOR } from '../../server/src/kernel/actor.ts';
import { createKey, type NewKey } from '../../server/src/keys/manage-keys.ts';
import { LIVE_ONLY, SCOPES } from '../../server/src/operations/scopes.ts';
import { createAccount } from '../../server/src/people/accounts/accounts.ts';
import type { Account } from '../../server/src/people/accounts/ports.ts';
import { type Environment, readConfig } from '../../server/src/settings.ts';
import { openSello } from '../../server/src/wire.ts';
import { openRadosgw } from './radosgw.ts';
import { silentLogger } from './reorg-chain.ts';
import { openS3Server } from './s3-server.ts';
import type { S3Service } from './s3-service.ts';
import { createTestDatabase } from './test-database.ts';

export type StormPlace = {
  /** Settings for a process. */
  env: Environment;
  dataDir: string;
  account: Account;
  key: string;
  /** Certificates granted to the account. */
  granted: number;
  query: Database['query'];
  /** Says which requests the store has not answered yet. */
  storeSilence(): string;
  /** Digests of the kept files. */
  keptFiles(): Promise<Set<string>>;
  close(): Promise<void>;
};

export type PlaceKind = 'embedded PostgreSQL, folder' | `PostgreSQL, ${'folder' | 'S3' | 'radosgw'}`;

const GRANTED = 1_000_000;

export async function openStormPlace(
  kind: PlaceKind,
  granted = GRANTED,
  key: Partial<NewKey> = {},
): Promise<StormPlace> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sello-storm-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (kind === 'embedded PostgreSQL, folder') {
    const env = { SELLO_DATA_DIR: dataDir };
    const caller = await prepareCaller(env, granted, key);
    const host = path.join(dataDir, 'postgres', 'cluster');
    const database = connect({ host, port: 5432, user: 'sello', database: 'sello' }, 2);
    return {
      env,
      dataDir,
      granted,
      ...caller,
      query: database.query,
      storeSilence: () => 'files are in a folder',
      keptFiles: () => filesUnder(dataDir),
      async close() {
        await database.close();
        // A killed process leaves the database running.
        const server = await startEmbeddedPostgres(path.join(dataDir, 'postgres'), () => {});
        await server.stop();
        await removeFolder();
      },
    };
  }
  const database = await createTestDatabase();
  const s3 = await openBucketOf(kind);
  const env = { SELLO_DATA_DIR: dataDir, DATABASE_URL: database.url, ...s3?.env };
  const close = async () => {
    await database.drop();
    await s3?.close();
    await removeFolder();
  };
  const caller = await prepareCaller(env, granted, key).catch(async (error) => {
    await close();
    throw error;
  });
  return {
    env,
    dataDir,
    granted,
    ...caller,
    query: database.query,
    storeSilence: () => s3?.silence() ?? 'files are in a folder',
    keptFiles: () => (s3 === undefined ? filesUnder(dataDir) : filesIn(s3)),
    close,
  };
}

async function openBucketOf(kind: PlaceKind): Promise<S3Service | undefined> {
  if (kind === 'PostgreSQL, S3') return openS3Server();
  if (kind === 'PostgreSQL, radosgw') return openRadosgw();
  return undefined;
}

/** The store also has objects of the log, which belong to no account. */
async function filesIn(s3: S3Service): Promise<Set<string>> {
  const keys = (await s3.keys()).filter((key) => key.startsWith('files/'));
  return new Set(keys.map((key) => path.basename(key)));
}

async function filesUnder(dataDir: string): Promise<Set<string>> {
  const entries = await readdir(path.join(dataDir, 'files', 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
}

/** An account with a key, made by the operator's commands; with a second key that has these limits, if any are given. */
export async function prepareCaller(
  env: Environment,
  certificates: number,
  key: Partial<NewKey>,
  limited?: Partial<NewKey>,
  email = 'storm@example.com',
) {
  const config = readConfig({ PORT: '3000', ...env });
  const sello = await openSello(config, { logger: silentLogger, now: () => new Date(), randomBytes });
  try {
    const { account } = await createAccount(
      sello.ports,
      { email, name: 'Storm', certificates },
      undefined,
      'operator',
    );
    const usual = { name: 'storm', mode: 'live', ratePerMinute: 100_000 } as const;
    const makeKey = async (limits: Partial<NewKey>) => {
      const scopes = SCOPES.filter((scope) => limits.mode !== 'test' || !LIVE_ONLY.has(scope));
      const wanted: NewKey = { ...usual, scopes, monthlyQuota: 10_000_000, ...limits };
      return (await createKey(sello.ports, config, account, wanted, OPERATOR)).secret;
    };
    const made = await makeKey(key);
    return { account, key: made, limitedKey: limited && (await makeKey(limited)) };
  } finally {
    await sello.close();
  }
}
