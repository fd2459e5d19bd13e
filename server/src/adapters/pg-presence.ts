/**
 * Tells the other processes that this one lives. A lock on a connection of its own goes the moment the
 * process dies, however it dies, so nobody has to guess from a clock whether unfinished work is abandoned.
 */

import pg from 'pg';
import { AppError } from '../domain/errors.ts';
import type { Log } from '../log.ts';
import type { Duties } from '../ports.ts';
import { clientOptions, type Database, type DatabaseAddress } from './pg.ts';

/** First half of the advisory lock; `process_is_alive` in the schema knows it too. */
const PRESENCE_CLASS = 7355;

/** Held by the one server that an embedded data folder may have. */
const FOLDER_CLASS = 7356;

/** Held by the one process that has a duty. */
const DUTY_CLASS = 7358;

/**
 * A process that dies closes its connection; a machine that loses power does not. The database asks after it, and
 * lets go of its locks within 8 seconds (where it listens on TCP; on a Unix socket there is no such case).
 */
const NOTICE_DEAD_MACHINES =
  'set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';

export type Presence = Duties & {
  /** The number under which this process owns reservations and idempotency claims. */
  owner(): number;
  close(): Promise<void>;
};

/** With `onlyOne`, rejects where another process has announced itself as the only one. */
export async function announcePresence(
  address: DatabaseAddress,
  randomBytes: (size: number) => Uint8Array,
  log: Log,
  onlyOne: boolean,
): Promise<Presence> {
  const number = new DataView(randomBytes(4).slice().buffer).getInt32(0) & 0x7fffffff;
  let closed = false;
  let held = new Set<string>();
  let client = await hold();

  async function hold(): Promise<pg.Client> {
    const fresh = new pg.Client({
      ...clientOptions(address),
      connectionTimeoutMillis: 1_500,
      keepAlive: true,
    });
    fresh.on('error', () => {});
    try {
      await fresh.connect();
      await fresh.query(NOTICE_DEAD_MACHINES);
      await fresh.query('select pg_advisory_lock($1, $2)', [PRESENCE_CLASS, number]);
      if (onlyOne) await assertOnlyOne(fresh);
    } catch (error) {
      void fresh.end().catch(() => {});
      throw error;
    }
    fresh.once('end', () => {
      if (!closed) void regain();
    });
    return fresh;
  }

  /** While the lock is away others may hand our reservations back; `commit` notices and writes nothing. */
  async function regain(): Promise<void> {
    log.warn('presence.lost');
    held = new Set();
    for (let waitMs = 100; !closed; waitMs = Math.min(waitMs * 2, 5_000)) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      try {
        client = await hold();
        log.info('presence.regained');
        return;
      } catch {
        // The database is still away; the next round tries again.
      }
    }
  }

  return {
    owner: () => number,
    async take(name) {
      if (held.has(name)) return true;
      // The lock goes with the connection: when this process dies, the next one that asks gets the duty.
      const { rows } = await client.query('select pg_try_advisory_lock($1, hashtext($2)) as mine', [
        DUTY_CLASS,
        name,
      ]);
      if (rows[0]?.mine === true) held.add(name);
      return held.has(name);
    },
    async close() {
      closed = true;
      await client.end().catch(() => {});
    },
  };
}

async function assertOnlyOne(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1, 1) as free', [FOLDER_CLASS]);
  if (rows[0]?.free === true) return;
  throw new AppError('bad_request', {
    en: 'Another Sello is already serving from this data folder. Stop it, or give this one a folder of its own with SELLO_DATA_DIR=….',
    es: 'Otro Sello ya atiende desde esta carpeta de datos. Deténgalo o dé a este su propia carpeta con SELLO_DATA_DIR=….',
  });
}

/** Hands back what dead processes had reserved; returns how many certificates of allowance that was. */
export async function reclaimReservations(database: Database): Promise<number> {
  const [row] = await database.query('reclaim', 'select reclaim_reservations() as reclaimed', []);
  return Number(row?.reclaimed ?? 0);
}

/** Deletes idempotency keys past their 24 hours. */
export async function forgetOldIdempotencyKeys(database: Database, now: Date): Promise<void> {
  await database.query(
    'forget-idempotency',
    `delete from idempotency_keys where created_at <= $1::timestamptz - interval '24 hours'`,
    [now],
  );
}
