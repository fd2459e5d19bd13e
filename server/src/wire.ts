/** Builds the whole from a configuration: the embedded parts where nothing else is named, and every port. */

import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { openBlobFolder } from './adapters/blobs-folder.ts';
import { configuredNetwork, EMBEDDED_NETWORK } from './adapters/chains.ts';
import { nodeCryptoEngine } from './adapters/crypto-node.ts';
import { keepPostgresRunning } from './adapters/keep-postgres-running.ts';
import { makePasswordHasher } from './adapters/password-argon2.ts';
import { connect, type Database, type DatabaseAddress, isAlone } from './adapters/pg.ts';
import { makeAccess } from './adapters/pg-access.ts';
import { makeAccountStore } from './adapters/pg-accounts.ts';
import { makeAnchorStore } from './adapters/pg-anchors.ts';
import { makeCertificateStore } from './adapters/pg-certificates.ts';
import { makeKeyStore } from './adapters/pg-keys.ts';
import { makeMerkleLogStore } from './adapters/pg-log.ts';
import { migrate } from './adapters/pg-migrate.ts';
import { announcePresence, forgetOldIdempotencyKeys, reclaimReservations } from './adapters/pg-presence.ts';
import { makeProofStore } from './adapters/pg-proofs.ts';
import { openUrlKeys } from './adapters/pg-url-keys.ts';
import { makePscCounters, type PscCounters } from './adapters/psc-counters.ts';
import { embeddedProvider, openProviders } from './adapters/psc-providers.ts';
import { makeRandomPool } from './adapters/random-pool.ts';
import { type CheckRevocation, makeRevocationCheck } from './adapters/revocation-check.ts';
import { openRevocationTransport } from './adapters/revocation-transport.ts';
import { type EmbeddedAuthority, openEmbeddedAuthority } from './adapters/tsa-embedded.ts';
import { serveAuthority } from './adapters/tsa-http.ts';
import { makeUntilDone } from './adapters/until-done.ts';
import { type LogIdentity, openLog } from './app/sequence-log.ts';
import type { Config } from './config.ts';
import { randomBase62 } from './domain/base62.ts';
import { makeNewId, makeRequestIds } from './domain/ids.ts';
import type { Log } from './log.ts';
import type { Ports } from './ports.ts';

export type Sello = {
  ports: Ports;
  authority: EmbeddedAuthority;
  /** The log's name and voice. */
  identity: LogIdentity;
  /** For the operator's metrics. */
  pscCounters: PscCounters;
  close(): Promise<void>;
};

/** What a test may put in the place of the real thing. */
export type Surroundings = { log: Log; now: () => Date; randomBytes: (size: number) => Uint8Array };

/** Temporary files of uploads that a crash cut short are deleted after this. */
const STALE_UPLOAD_MS = 3_600_000;
const HOUSEKEEPING_MS = 5_000;

export async function openSello(config: Config, surroundings: Surroundings): Promise<Sello> {
  const { log, now } = surroundings;
  const onClose: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of onClose.splice(0).reverse()) await step();
  };
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    const { database, address } = await openDatabase(config, log, onClose);
    const presence = await announcePresence(
      address,
      surroundings.randomBytes,
      log,
      config.databaseUrl === undefined,
    );
    onClose.push(() => presence.close());

    const fileName = () => randomBase62(surroundings.randomBytes, 22);
    const blobs = await openBlobFolder(path.join(config.dataDir, 'files'), fileName);
    const { authority, pscCounters, timestamps } = await openTimestamps(config, surroundings, onClose);
    const ports: Ports = {
      ...surroundings,
      newId: makeNewId(now, surroundings.randomBytes),
      requestId: makeRequestIds(surroundings.randomBytes),
      crypto: nodeCryptoEngine,
      access: makeAccess(database),
      accounts: makeAccountStore(database),
      keys: makeKeyStore(database),
      certificates: makeCertificateStore(database, presence.owner),
      urlKeys: await openUrlKeys(database, surroundings.randomBytes, now()),
      passwords: makePasswordHasher(surroundings.randomBytes),
      untilDone: makeUntilDone(log),
      blobs,
      timestamps,
      merkleLog: makeMerkleLogStore(database),
      anchors: makeAnchorStore(database),
      proofs: makeProofStore(database),
      duties: presence,
      ready: async () => {
        await database.query('ready', 'select 1', []);
      },
    };
    await keepHouse(database, ports, onClose);
    const identity = await openLog(ports, config.logOrigin || `${new URL(config.baseUrl).host}/log`);
    await ports.anchors.setWitnesses(configuredNetwork(config), EMBEDDED_NETWORK, now());
    return { ports, authority, pscCounters, identity, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export function systemSurroundings(log: Log): Surroundings {
  return { log, now: () => new Date(), randomBytes: makeRandomPool(randomBytes) };
}

/** Opens the database alone, for commands that need nothing else. */
export async function openDatabase(
  config: Config,
  log: Log,
  onClose: (() => Promise<unknown>)[],
): Promise<{ database: Database; address: DatabaseAddress }> {
  const address = await databaseAddress(config, log, onClose);
  const database = connect(address, config.databaseConnections);
  onClose.push(() => database.close());
  const applied = await migrate(database);
  if (applied.length > 0) log.info('database.migrated', { applied });
  return { database, address };
}

async function databaseAddress(
  config: Config,
  log: Log,
  onClose: (() => Promise<unknown>)[],
): Promise<DatabaseAddress> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl };
  const postgres = await keepPostgresRunning(path.join(config.dataDir, 'postgres'), log);
  onClose.push(async () => {
    // Another process on the same folder (an operator's command beside the server) may still need it.
    if (await isAlone(postgres.address)) await postgres.stop();
  });
  return postgres.address;
}

/** The embedded authority stamps for test keys always, and for live keys while no provider is configured. */
async function openTimestamps(
  config: Config,
  surroundings: Surroundings,
  onClose: (() => Promise<unknown>)[],
) {
  const folder = path.join(config.dataDir, 'tsa');
  const authority = await openEmbeddedAuthority(
    folder,
    config.tsaKey,
    surroundings.now,
    surroundings.randomBytes,
  );
  const server = await serveAuthority(authority, surroundings.log);
  onClose.push(() => server.close());
  const pscCounters = makePscCounters();
  const needed = { ...surroundings, crypto: nodeCryptoEngine, counters: pscCounters };
  const test = await openProviders(needed, [embeddedProvider(server.url, authority.rootDer)]);
  onClose.push(() => test.close());
  if (config.psc.length === 0) return { authority, pscCounters, timestamps: { live: test, test } };
  const checkRevocation = openRevocationCheck(config, needed, onClose);
  const live = await openProviders({ ...needed, checkRevocation }, config.psc);
  onClose.push(() => live.close());
  return { authority, pscCounters, timestamps: { live, test } };
}

function openRevocationCheck(
  config: Config,
  needed: Surroundings & Pick<Ports, 'crypto'>,
  onClose: (() => Promise<unknown>)[],
): CheckRevocation | undefined {
  if (config.pscRevocation === 'off') return undefined;
  const transport = openRevocationTransport();
  onClose.push(() => transport.close());
  return makeRevocationCheck({ ...needed, ask: transport.ask }, { sources: config.pscRevocation });
}

/** What crashed processes left undone is put right at the start and every few seconds. */
async function keepHouse(
  database: Database,
  ports: Ports,
  onClose: (() => Promise<unknown>)[],
): Promise<void> {
  const tidy = async () => {
    const reclaimed = await reclaimReservations(database);
    if (reclaimed > 0) ports.log.info('allowance.reclaimed', { reclaimed });
  };
  const sweep = async () => {
    await ports.blobs.sweep(new Date(ports.now().getTime() - STALE_UPLOAD_MS));
    await forgetOldIdempotencyKeys(database, ports.now());
  };
  await tidy();
  await sweep();
  const every = (ms: number, what: string, task: () => Promise<void>) => {
    const timer = setInterval(
      () => task().catch((error) => ports.log.warn('housekeeping.failed', { what, error })),
      ms,
    );
    timer.unref();
    onClose.push(async () => clearInterval(timer));
  };
  every(HOUSEKEEPING_MS, 'reservations', tidy);
  every(600_000, 'stale uploads and keys', sweep);
}
