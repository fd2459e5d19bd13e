/**
 * Shows the other processes that this one is alive. A lock on its own connection is released the moment the process
 * dies, however it dies, so no clock has to decide whether unfinished work is abandoned.
 *
 * A connection alone does not know whether it is still the right one: its server may have frozen, or another server
 * may have been promoted. So the lock is looked up through the pool, on the database that everything else is written
 * to. If it is not there, the connection is hung up and opened again, and until then this process has no duty.
 */

import type { Logger } from '../kernel/logger.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import type { DatabaseAddress } from './address.ts';
import { timelineOf } from './connections/assert-primary.ts';
import { type AttentiveClient, openClient } from './connections/client.ts';
import { hostsOf } from './connections/hosts.ts';
import { type KeptConnection, keepConnected } from './connections/kept-connection.ts';
import { hangUp } from './connections/silence.ts';
import type { Duties, Turn } from './duties.ts';
import { takeDuty, unlockDuty } from './duty-locks.ts';
import { assertSchemaFits, knownSchema } from './migrate.ts';
import type { Database, Query } from './pool.ts';
import { boolean, firstRow, number as numberIn } from './row-reader.ts';
import { PRESENCE_CLASS, SCHEMA_CLASS } from './upgrades/present-processes.ts';

/** The class of the lock that is held by the only server of an embedded data folder. */
const FOLDER_CLASS = 7356;

/**
 * The class of the lock that all processes which can read wrapped keys share. A running process without it is of an
 * older version.
 */
const WRAPPED_KEYS_CLASS = 7359;

/**
 * A process that dies closes its connection, but a machine that loses power does not. With these keepalives the
 * database notices it over TCP and releases the locks within 8 seconds. On a Unix socket this cannot happen.
 */
const NOTICE_DEAD_MACHINES =
  'set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';

/**
 * A time limit for waiting for the lock. An earlier session of this process whose network was cut still holds the
 * lock until keepalives end it. The server itself must end the wait before we hang up: it would not notice that we
 * did, and each reconnection would leave one more session that waits in `pg_advisory_lock`.
 */
const WAIT_LESS_THAN_WE_DO = 'set lock_timeout = 4000';

/** The limit for each statement here. On a healthy connection none takes nearly as long. */
const ANSWER_WITHIN_MS = 5_000;
/** How often the lock is looked up. A duty is given up if the lock was not seen for this long. */
const CONFIRM_EVERY_MS = 2_000;

const IS_HERE = `
  select exists (
    select from pg_locks
     where locktype = 'advisory' and classid = $1::oid and objid = $2::oid and objsubid = 2 and granted and pid = $3
       and database = (select oid from pg_database where datname = current_database())
  ) as is_here`;

type Presence = Duties & {
  /** The number that marks reservations and idempotency claims as owned by this process. */
  owner(): number;
  /** Whether other processes see this one, as far as this process knows. */
  isHere(): boolean;
  /** Names of the duties that this process has. */
  held(): string[];
  close(): Promise<void>;
};

/**
 * Announces this process to the others. With `onlyOne`, rejects if another process has announced itself as the only
 * one.
 */
export async function announcePresence(
  address: DatabaseAddress,
  database: Pick<Database, 'query'>,
  randomBytes: (size: number) => Uint8Array,
  logger: Logger,
  onlyOne: boolean,
): Promise<Presence> {
  const number = new DataView(randomBytes(4).slice().buffer).getInt32(0) & 0x7fffffff;
  const held = new Map<string, Turn>();
  let isHere = true;
  const schema = await knownSchema();
  const pids = new WeakMap<AttentiveClient, number>();
  const open = async () => {
    const { client, pid } = await connectAndLock(address, number, schema, onlyOne);
    pids.set(client, pid);
    return client;
  };
  const connection = await keepConnected(open, {
    /** While the connection is lost, others may release our reservations; `commit` notices that and writes nothing. */
    onLost() {
      logger.warn('presence.lost');
      isHere = false;
      held.clear();
    },
    onRegained() {
      logger.info('presence.regained');
      isHere = true;
    },
  });
  await assertStillFits(database, connection);
  const confirm = makeConfirm(connection, async (client) => {
    const rows = await database.query(IS_HERE, [PRESENCE_CLASS, number, pids.get(client)], 'is-here');
    return boolean(firstRow(rows), 'is_here');
  });
  const looking = setInterval(() => void confirm().catch(() => {}), CONFIRM_EVERY_MS).unref();
  const stopFollowing = followPrimary(address, connection);
  return {
    owner: () => number,
    isHere: () => isHere,
    held: () => [...held.keys()],
    async take(name) {
      await confirm();
      if (!isHere) return undefined;
      const client = connection.client();
      const turn = held.get(name) ?? (await takeDuty(client, database.query, name, number));
      // If the connection was lost since then, its lock was lost too.
      if (turn === undefined || client !== connection.client() || !isHere) return undefined;
      return held.set(name, turn).get(name);
    },
    async giveUp(name) {
      held.delete(name);
      await unlockDuty(connection.client(), name);
    },
    close() {
      clearInterval(looking);
      stopFollowing();
      return connection.close();
    },
  };
}

/** Reconnects to the later primary as soon as any part of this process has seen it. */
function followPrimary(address: DatabaseAddress, connection: KeptConnection<AttentiveClient>): () => void {
  const hosts = hostsOf(address);
  return hosts.onLater(() => {
    const client = connection.client();
    const timeline = timelineOf(client);
    if (timeline !== undefined && hosts.isReplaced(timeline)) void connection.drop(client);
    connection.retry();
  });
}

/**
 * Checks the schema again once other processes see this one: something that it needs may have been removed just
 * before.
 */
async function assertStillFits(
  database: Pick<Database, 'query'>,
  connection: Pick<KeptConnection<AttentiveClient>, 'close'>,
): Promise<void> {
  await assertSchemaFits(database).catch(async (error) => {
    await connection.close();
    throw error;
  });
}

async function connectAndLock(
  address: DatabaseAddress,
  number: number,
  schema: number,
  onlyOne: boolean,
): Promise<{ client: AttentiveClient; pid: number }> {
  const client = await openClient(address, { query_timeout: ANSWER_WITHIN_MS, keepAlive: true });
  try {
    await client.query(`${NOTICE_DEAD_MACHINES}; ${WAIT_LESS_THAN_WE_DO}`);
    // Takes this lock before the one that announces this process, so that nobody mistakes it for an older version.
    await client.query('select pg_advisory_lock_shared($1, 1), pg_advisory_lock_shared($2, $3)', [
      WRAPPED_KEYS_CLASS,
      SCHEMA_CLASS,
      schema,
    ]);
    const { rows } = await client.query('select pg_backend_pid() as pid, pg_advisory_lock($1, $2)', [
      PRESENCE_CLASS,
      number,
    ]);
    if (onlyOne) await assertOnlyOne(client);
    return { client, pid: numberIn(firstRow(rows), 'pid') };
  } catch (error) {
    hangUp(client);
    throw error;
  }
}

/** Whether a process of an older version runs that can read only bare keys. */
export async function areOlderProcessesPresent(query: Query): Promise<boolean> {
  const [row] = await query(
    `select exists (
       select from pg_locks present
        where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted
          and database = (select oid from pg_database where datname = current_database())
          and not exists (select from pg_locks knows where knows.locktype = 'advisory' and knows.classid = $2
                             and knows.objsubid = 2 and knows.pid = present.pid and knows.granted)
     ) as are_there`,
    [PRESENCE_CLASS, WRAPPED_KEYS_CLASS],
  );
  return row?.are_there === true;
}

/**
 * Makes the function that looks the lock up, at most once in a while. Callers that ask during a look-up share its
 * answer. The call fails if the database does not answer, because then nobody knows.
 */
function makeConfirm(
  connection: KeptConnection<AttentiveClient>,
  isSeen: (client: AttentiveClient) => Promise<boolean>,
): () => Promise<void> {
  let confirmedAt = performance.now();
  let underWay: Promise<void> | undefined;
  const lookUp = async () => {
    const client = connection.client();
    const askedAt = performance.now();
    if (await isSeen(client)) confirmedAt = askedAt;
    // Only the current connection is dropped: another connection may already have replaced this one.
    else if (client === connection.client()) await connection.drop(client);
  };
  return () => {
    if (performance.now() - confirmedAt < CONFIRM_EVERY_MS) return Promise.resolve();
    underWay ??= lookUp().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function assertOnlyOne(client: AttentiveClient): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1, 1) as free', [FOLDER_CLASS]);
  if (rows[0]?.free === true) return;
  throw new OperatorError({
    en: 'Another Sello is already serving from this data folder. Stop it, or give this one a folder of its own with SELLO_DATA_DIR=….',
    es: 'Otro Sello ya atiende desde esta carpeta de datos. Deténgalo o dé a este su propia carpeta con SELLO_DATA_DIR=….',
  });
}
