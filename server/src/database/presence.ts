/**
 * Shows the other processes that this one is alive. A lock on its own connection is released the moment the
 * process dies, however it dies, so no clock has to decide whether unfinished work is abandoned.
 */

import pg from 'pg';
import type { Logger } from '../kernel/logger.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import type { Duties } from './duties.ts';
import { type KeptConnection, keepConnected } from './kept-connection.ts';
import { clientOptions, type DatabaseAddress, type TransactionQuery } from './pool.ts';
import { hangUp } from './silence.ts';

/** First half of the advisory lock; `process_is_alive` in the schema uses it too. */
const PRESENCE_CLASS = 7355;

/** Held by the only server that an embedded data folder may have. */
const FOLDER_CLASS = 7356;

/** Held by the process that has a duty. */
const DUTY_CLASS = 7358;

/** Shared by all processes that read wrapped keys; one that is present without it is older. */
const WRAPPED_KEYS_CLASS = 7359;

/**
 * A process that dies closes its connection; a machine that loses power does not. Keepalives make the database
 * release its locks within 8 seconds (over TCP; on a Unix socket there is no such case).
 */
const NOTICE_DEAD_MACHINES =
  'set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';

/** On a healthy connection, no statement here takes long. */
const ANSWER_WITHIN_MS = 5_000;
/** How often the holder of a duty checks its lock: a connection can die unnoticed. */
const CONFIRM_EVERY_MS = 2_000;

type Presence = Duties & {
  /** The number under which this process owns reservations and idempotency claims. */
  owner(): number;
  close(): Promise<void>;
};

/** With `onlyOne`, rejects if another process has announced itself as the only one. */
export async function announcePresence(
  address: DatabaseAddress,
  randomBytes: (size: number) => Uint8Array,
  logger: Logger,
  onlyOne: boolean,
): Promise<Presence> {
  const number = new DataView(randomBytes(4).slice().buffer).getInt32(0) & 0x7fffffff;
  const held = new Set<string>();
  const connection = await keepConnected(() => connectAndLock(address, number, onlyOne), {
    /** While the lock is lost, others may release our reservations; `commit` notices and writes nothing. */
    onLost() {
      logger.warn('presence.lost');
      held.clear();
    },
    onRegained: () => logger.info('presence.regained'),
  });
  const confirm = makeConfirm(connection);
  return {
    owner: () => number,
    async take(name) {
      if (held.size > 0) await confirm();
      if (held.has(name)) return true;
      // The lock ends with the connection: when this process dies, the next one that asks gets the duty.
      const { rows } = await connection
        .client()
        .query('select pg_try_advisory_lock($1, hashtext($2)) as mine', [DUTY_CLASS, name]);
      if (rows[0]?.mine === true) held.add(name);
      return held.has(name);
    },
    close: () => connection.close(),
  };
}

async function connectAndLock(
  address: DatabaseAddress,
  number: number,
  onlyOne: boolean,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...clientOptions(address),
    connectionTimeoutMillis: 1_500,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(NOTICE_DEAD_MACHINES);
    await client.query('select pg_advisory_lock_shared($1, 1)', [WRAPPED_KEYS_CLASS]);
    await client.query('select pg_advisory_lock($1, $2)', [PRESENCE_CLASS, number]);
    if (onlyOne) await assertOnlyOne(client);
    return client;
  } catch (error) {
    hangUp(client);
    throw error;
  }
}

/** Whether a process of a version runs that reads only keys that are not wrapped. */
export async function areOlderProcessesPresent(query: TransactionQuery): Promise<boolean> {
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

/** Without an answer, the database may have given our locks to others. */
function makeConfirm(connection: KeptConnection): () => Promise<void> {
  let confirmedAt = performance.now();
  return async () => {
    if (performance.now() - confirmedAt < CONFIRM_EVERY_MS) return;
    const client = connection.client();
    try {
      await client.query('select 1');
      confirmedAt = performance.now();
    } catch (error) {
      hangUp(client);
      throw error;
    }
  };
}

async function assertOnlyOne(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1, 1) as free', [FOLDER_CLASS]);
  if (rows[0]?.free === true) return;
  throw new OperatorError({
    en: 'Another Sello is already serving from this data folder. Stop it, or give this one a folder of its own with SELLO_DATA_DIR=….',
    es: 'Otro Sello ya atiende desde esta carpeta de datos. Deténgalo o dé a este su propia carpeta con SELLO_DATA_DIR=….',
  });
}
