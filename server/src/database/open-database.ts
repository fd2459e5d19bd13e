/** Opens the configured database, or else the embedded one. Servers apply pending migrations, commands never do. */

import path from 'node:path';
import type { OnClose } from '../kernel/closing.ts';
import type { Logger } from '../kernel/logger.ts';
import type { DatabaseAddress } from './address.ts';
import { findPrimary } from './connections/find-primary.ts';
import { hostsOf } from './connections/hosts.ts';
import type { Patience } from './connections/patience.ts';
import { keepPostgresRunning } from './embedded/keeper.ts';
import { isAlone } from './is-alone.ts';
import { migrate } from './migrate.ts';
import { asDatabaseError } from './outcome.ts';
import { assertOwnSessions } from './own-sessions.ts';
import { connect, type Database } from './pool.ts';
import { openReplica, type Replica } from './replica/open-replica.ts';
import type { DatabaseSettings } from './settings.ts';
import { describeProcess } from './upgrades/present-processes.ts';
import { readPlan } from './upgrades/read-plan.ts';
import { olderSchema } from './upgrades/refusals.ts';

export async function openDatabase(
  config: DatabaseSettings,
  logger: Logger,
  onClose: OnClose,
  patience?: Patience,
): Promise<{ database: Database; address: DatabaseAddress; replica: Replica | undefined }> {
  const { database, address } = await openAsItIs(config, logger, onClose, patience);
  await bringUpToDate(address, logger);
  return { database, address, replica: readerBeside(database, config, onClose) };
}

/**
 * Opens the database for an operator's command. It applies no migrations: when a new version of the program lists
 * accounts, it must not migrate the database of servers that run the old version. Only a new database gets its
 * schema, because nobody uses it yet.
 */
export async function openForCommand(
  config: DatabaseSettings,
  logger: Logger,
  onClose: OnClose,
): Promise<{ database: Database; address: DatabaseAddress }> {
  const opened = await openAsItIs(config, logger, onClose);
  const { isNew, pending } = await readPlan(opened.database);
  const missing = pending.filter(({ isContract }) => !isContract).map(({ name }) => name);
  if (isNew) await bringUpToDate(opened.address, logger);
  else if (missing.length > 0) throw olderSchema(missing);
  return opened;
}

async function openAsItIs(
  config: DatabaseSettings,
  logger: Logger,
  onClose: OnClose,
  patience?: Patience,
): Promise<{ database: Database; address: DatabaseAddress }> {
  const address = await databaseAddress(config, logger, onClose);
  // The first host of the address may be a standby, or a former primary.
  if (hostsOf(address).count > 1) await findPrimary(address);
  if (config.databaseUrl !== undefined) await assertOwnSessions(address).catch(rethrow);
  const database = connect(address, config.databaseConnections, undefined, patience);
  onClose.push(() => database.close());
  return { database, address };
}

/** The replica need not be reachable yet: until it is, the primary answers. */
function readerBeside(
  database: Database,
  { databaseReplicaUrl, databaseConnections }: DatabaseSettings,
  onClose: OnClose,
): Replica | undefined {
  if (databaseReplicaUrl === undefined) return undefined;
  const replica = openReplica(database, { url: databaseReplicaUrl }, databaseConnections);
  onClose.push(() => replica.database.close());
  return replica;
}

function rethrow(error: unknown): never {
  throw asDatabaseError(error);
}

/**
 * Applies pending migrations. It has connections of its own, because statements in the pool may take only seconds,
 * and migrating a large table takes minutes. There are three: one for the migration, one for an index that is built
 * while others use the table, and one that is kept for reads.
 */
export async function bringUpToDate(address: DatabaseAddress, logger: Logger): Promise<void> {
  const database = connect(address, 3, 0);
  try {
    const applied = await migrate(database, {
      onWaiting: (name, older) =>
        logger.warn('database.contract_waits', { migration: name, older: older.map(describeProcess) }),
    });
    if (applied.length > 0) logger.info('database.migrated', { applied });
  } finally {
    await database.close();
  }
}

/** The database's address. Starts the embedded one unless it is running; applies no migrations. */
export async function databaseAddress(
  config: DatabaseSettings,
  logger: Logger,
  onClose: OnClose,
): Promise<DatabaseAddress> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl };
  const postgres = await keepPostgresRunning(path.join(config.dataDir, 'postgres'), logger);
  onClose.push(async () => {
    // Another process on the same folder (an operator's command beside the server) may still need it.
    if (await isAlone(postgres.address)) await postgres.stop();
  });
  return postgres.address;
}
