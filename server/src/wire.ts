/** Builds the whole from a configuration: the embedded parts where nothing else is named, and every port. */

import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { CryptoEngine } from '@sello/proof';
import { openCalendars } from './anchoring/calendars/open-calendars.ts';
import { makeCalendarStampStore } from './anchoring/calendars/pg-calendar-stamps.ts';
import type { CalendarStampStore, Calendars } from './anchoring/calendars/ports.ts';
import { BITCOIN_NETWORK } from './anchoring/calendars/stamp-checkpoints.ts';
import { configuredNetwork, EMBEDDED_NETWORK } from './anchoring/chains.ts';
import { makeAnchorStore } from './anchoring/pg-anchors.ts';
import type { AnchorStore } from './anchoring/ports.ts';
import type { AuditLog } from './audit/ports.ts';
import { makeCertificateStore } from './certificates/pg-certificates.ts';
import { forgetOldIdempotencyKeys, reclaimReservations } from './certificates/pg-housekeeping.ts';
import type { CertificateStore } from './certificates/ports.ts';
import type { Duties } from './database/duties.ts';
import { keepPostgresRunning } from './database/embedded/keeper.ts';
import { migrate } from './database/migrate.ts';
import { openServerKeys } from './database/pg-server-keys.ts';
import { connect, type Database, type DatabaseAddress, isAlone } from './database/pool.ts';
import { announcePresence } from './database/presence.ts';
import { openBlobs } from './files/open-blobs.ts';
import type { BlobStore } from './files/ports.ts';
import { openWebAssets, type WebAssets } from './http/pages/web-assets.ts';
import type { Aside } from './kernel/aside.ts';
import type { Clock } from './kernel/clock.ts';
import { nodeCryptoEngine } from './kernel/crypto-node.ts';
import type { NewId } from './kernel/ids.ts';
import { makeNewId, makeRequestIds } from './kernel/ids.ts';
import type { Logger } from './kernel/logger.ts';
import type { RandomBytes } from './kernel/random-pool.ts';
import { makeRandomPool } from './kernel/random-pool.ts';
import type { ServerKeys } from './kernel/server-keys.ts';
import type { UntilDone } from './kernel/until-done.ts';
import { makeUntilDone } from './kernel/until-done.ts';
import { makeAccess } from './keys/pg-access.ts';
import { makeKeyStore } from './keys/pg-keys.ts';
import type { Access, KeyStore } from './keys/ports.ts';
import { makeUsageStore } from './keys/usage/pg-usage.ts';
import type { UsageStore } from './keys/usage/usage.ts';
import { makeAccountStore } from './people/accounts/pg-accounts.ts';
import type { AccountStore } from './people/accounts/ports.ts';
import { forgetWhatEnded } from './people/login/pg-sessions.ts';
import type { SessionStore, Throttle } from './people/login/ports.ts';
import type { Mailer } from './people/mail/ports.ts';
import { openPeople } from './people/open-people.ts';
import { makePasswordHasher } from './people/passwords/argon2.ts';
import type { PasswordHasher, PasswordStore } from './people/passwords/ports.ts';
import type { SecondFactorStore } from './people/second-factor/ports.ts';
import type { ConstanciaWriter } from './proofs/constancia/ports.ts';
import { makeConstanciaWriter } from './proofs/constancia/writer.ts';
import { makeProofStore } from './proofs/pg-proofs.ts';
import type { ProofStore } from './proofs/ports.ts';
import { makePublicStore } from './proofs/public-page/pg-public.ts';
import type { PublicStore } from './proofs/public-page/ports.ts';
import type { Config } from './settings.ts';
import { type Metrics, makeMetrics } from './telemetry/metrics.ts';
import { readStock } from './telemetry/pg-stock.ts';
import { tracePorts } from './telemetry/trace-ports.ts';
import type { Traces } from './telemetry/traces.ts';
import { type EmbeddedAuthority, openEmbeddedAuthority } from './timestamps/authority/authority.ts';
import { serveAuthority } from './timestamps/authority/http-server.ts';
import type { PscCounters } from './timestamps/counters.ts';
import { embeddedProvider, openProviders } from './timestamps/open-providers.ts';
import type { Timestamps } from './timestamps/ports.ts';
import { type CheckRevocation, makeRevocationCheck } from './timestamps/revocation/check.ts';
import { openRevocationTransport } from './timestamps/revocation/transport.ts';
import { makeMerkleLogStore } from './transparency/pg-log.ts';
import type { MerkleLogStore } from './transparency/ports.ts';
import { type LogIdentity, openLog } from './transparency/sequence-log.ts';

export type Sello = {
  ports: Ports;
  authority: EmbeddedAuthority;
  /** The log's name and voice. */
  identity: LogIdentity;
  metrics: Metrics;
  /** Where the operator named a collector. */
  traces: Traces | undefined;
  /** What the pages are made of. */
  assets: WebAssets;
  close(): Promise<void>;
};

/** Every port there is. Only this file knows them all: whatever uses ports names those it touches. */
export type Ports = {
  now: Clock;
  randomBytes: RandomBytes;
  newId: NewId;
  /** Names one request in its answer and in the log. */
  requestId: () => string;
  /** Rejects unless everything that certifying needs can be reached. */
  ready: () => Promise<void>;
  logger: Logger;
  access: Access;
  accounts: AccountStore;
  keys: KeyStore;
  sessions: SessionStore;
  secondFactors: SecondFactorStore;
  passwordStore: PasswordStore;
  throttle: Throttle;
  audit: AuditLog;
  /** Undefined where the operator has named no mail server. */
  mail: Mailer | undefined;
  aside: Aside;
  certificates: CertificateStore;
  usage: UsageStore;
  published: PublicStore;
  blobs: BlobStore;
  timestamps: Timestamps;
  merkleLog: MerkleLogStore;
  anchors: AnchorStore;
  proofs: ProofStore;
  constancias: ConstanciaWriter;
  /** OpenTimestamps: who stamps the log in Bitcoin besides, and what they have said. */
  calendars: Calendars;
  calendarStamps: CalendarStampStore;
  duties: Duties;
  serverKeys: ServerKeys;
  passwords: PasswordHasher;
  crypto: CryptoEngine;
  untilDone: UntilDone;
};

/** What a test may put in the place of the real thing. */
export type Surroundings = { logger: Logger; now: Clock; randomBytes: RandomBytes };

/** Temporary files of uploads that a crash cut short are deleted after this. */
const STALE_UPLOAD_MS = 3_600_000;
const HOUSEKEEPING_MS = 5_000;
const FLUSH_USAGE_MS = 1_000;

/** `beside`: another process serves from the same data folder, and this one takes part. */
export type Place = 'alone' | 'beside';

export async function openSello(
  config: Config,
  surroundings: Surroundings,
  place: Place = 'alone',
): Promise<Sello> {
  const { logger, now } = surroundings;
  const onClose: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of onClose.splice(0).reverse()) await step();
  };
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    const { database, address } = await openDatabase(config, logger, onClose);
    const presence = await announcePresence(
      address,
      surroundings.randomBytes,
      logger,
      config.databaseUrl === undefined && place === 'alone',
    );
    onClose.push(() => presence.close());

    const files = await openBlobs(config, database, surroundings, onClose);
    const metrics = makeMetrics(() => readStock(database));
    const { authority, timestamps } = await openTimestamps(config, surroundings, metrics.psc, onClose);
    const calendars = openCalendars(config);
    onClose.push(() => calendars.close());
    const untilDone = makeUntilDone(logger);
    const ports: Ports = {
      ...surroundings,
      newId: makeNewId(now, surroundings.randomBytes),
      requestId: makeRequestIds(surroundings.randomBytes),
      crypto: nodeCryptoEngine,
      access: makeAccess(database),
      accounts: makeAccountStore(database),
      keys: makeKeyStore(database),
      ...openPeople(config, database, logger, onClose),
      published: makePublicStore(database),
      certificates: makeCertificateStore(database, presence.owner, untilDone),
      usage: openUsage(database, surroundings, onClose),
      serverKeys: await openServerKeys(database, surroundings.randomBytes, now()),
      passwords: makePasswordHasher(surroundings.randomBytes),
      untilDone,
      blobs: files.blobs,
      timestamps,
      merkleLog: makeMerkleLogStore(database),
      anchors: makeAnchorStore(database),
      proofs: makeProofStore(database),
      constancias: makeConstanciaWriter(),
      calendars,
      calendarStamps: makeCalendarStampStore(database),
      duties: presence,
      ready: async () => {
        await Promise.all([database.query('ready', 'select 1', []), files.ready()]);
      },
    };
    await keepHouse(database, ports, onClose);
    const identity = await openLog(ports, config.logOrigin || `${new URL(config.baseUrl).host}/log`);
    await ports.anchors.setWitnesses(configuredNetwork(config), EMBEDDED_NETWORK, now());
    // Whoever turned stamping off is not told what was wrong with it.
    if (calendars.all.length === 0) await ports.anchors.tellProblems(BITCOIN_NETWORK, [], now());
    const traces = await openTracing(config, onClose);
    return {
      ports: traces === undefined ? ports : tracePorts(ports, traces),
      authority,
      metrics,
      traces,
      identity,
      assets: await openWebAssets(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export function systemSurroundings(logger: Logger): Surroundings {
  return { logger, now: () => new Date(), randomBytes: makeRandomPool(randomBytes) };
}

/** Opens the database alone, for commands that need nothing else. */
export async function openDatabase(
  config: Config,
  logger: Logger,
  onClose: (() => Promise<unknown>)[],
): Promise<{ database: Database; address: DatabaseAddress }> {
  const address = await databaseAddress(config, logger, onClose);
  const database = connect(address, config.databaseConnections);
  onClose.push(() => database.close());
  await bringUpToDate(address, logger);
  return { database, address };
}

/** Apart from the pool, whose statements may take seconds: a migration of a large table takes minutes. */
async function bringUpToDate(address: DatabaseAddress, logger: Logger): Promise<void> {
  const database = connect(address, 1, 0);
  try {
    const applied = await migrate(database);
    if (applied.length > 0) logger.info('database.migrated', { applied });
  } finally {
    await database.close();
  }
}

/** Where the database is; the embedded one is started, or found running, and left as it is. */
export async function databaseAddress(
  config: Config,
  logger: Logger,
  onClose: (() => Promise<unknown>)[],
): Promise<DatabaseAddress> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl };
  const postgres = await keepPostgresRunning(path.join(config.dataDir, 'postgres'), logger);
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
  counters: PscCounters,
  onClose: (() => Promise<unknown>)[],
) {
  const folder = path.join(config.dataDir, 'tsa');
  const authority = await openEmbeddedAuthority(
    folder,
    config.tsaKey,
    surroundings.now,
    surroundings.randomBytes,
  );
  const server = await serveAuthority(authority, surroundings.logger);
  onClose.push(() => server.close());
  const needed = { ...surroundings, crypto: nodeCryptoEngine, counters };
  const test = await openProviders(needed, [embeddedProvider(server.url, authority.rootDer)]);
  onClose.push(() => test.close());
  if (config.psc.length === 0) return { authority, timestamps: { live: test, test } };
  const checkRevocation = openRevocationCheck(config, needed, onClose);
  const live = await openProviders({ ...needed, checkRevocation }, config.psc);
  onClose.push(() => live.close());
  return { authority, timestamps: { live, test } };
}

/** Loaded where it is wanted: the exporter is large. */
async function openTracing(
  { otlpUrl }: Config,
  onClose: (() => Promise<unknown>)[],
): Promise<Traces | undefined> {
  if (otlpUrl === undefined) return undefined;
  const { openTraces } = await import('./telemetry/traces-otlp.ts');
  const traces = openTraces(otlpUrl);
  onClose.push(() => traces.close());
  return traces;
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

/** What is counted is written about once a second, and a last time at the end. */
function openUsage(
  database: Database,
  { now, logger }: Surroundings,
  onClose: (() => Promise<unknown>)[],
): UsageStore {
  const usage = makeUsageStore(database, now);
  const flush = () => usage.flush().catch((error) => logger.warn('usage.not_written', { error }));
  const timer = setInterval(flush, FLUSH_USAGE_MS);
  timer.unref();
  onClose.push(async () => {
    clearInterval(timer);
    await flush();
  });
  return usage;
}

/** What crashed processes left undone is put right at the start and every few seconds. */
async function keepHouse(
  database: Database,
  ports: Ports,
  onClose: (() => Promise<unknown>)[],
): Promise<void> {
  const tidy = async () => {
    const reclaimed = await reclaimReservations(database);
    if (reclaimed > 0) ports.logger.info('allowance.reclaimed', { reclaimed });
  };
  const sweep = async () => {
    await ports.blobs.sweep(new Date(ports.now().getTime() - STALE_UPLOAD_MS));
    await forgetOldIdempotencyKeys(database, ports.now());
    await forgetWhatEnded(database, ports.now());
  };
  await tidy();
  await sweep();
  const every = (ms: number, what: string, task: () => Promise<void>) => {
    const timer = setInterval(
      () => task().catch((error) => ports.logger.warn('housekeeping.failed', { what, error })),
      ms,
    );
    timer.unref();
    onClose.push(async () => clearInterval(timer));
  };
  every(HOUSEKEEPING_MS, 'reservations', tidy);
  every(600_000, 'stale uploads and keys', sweep);
}
