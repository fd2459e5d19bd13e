/**
 * Waits for locks without making others wait. Anyone who asks for a table after a waiting `alter table` waits behind
 * it, even to read. So a migration soon gives up its place in the queue, lets the others pass, and tries again.
 */

import type { Database } from '../pool.ts';
import * as read from '../row-reader.ts';
import { neverGotLock } from './refusals.ts';

/** Requests wait at most this long behind a migration that waits. Their own limit is 8 seconds. */
export const LOCK_WAIT_MS = 300;

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 3_000;
/** This many tries take about ten minutes. A lock that is held longer was probably forgotten. */
const MOST_TRIES = 200;

/** Lists the transactions that have been open longest. One of them holds the lock. */
const OLDEST = `
  select pid::text as pid, coalesce(nullif(application_name, ''), 'a program without a name') as program,
         xact_start::text as since
    from pg_stat_activity
   where xact_start is not null and pid <> pg_backend_pid() and datname = current_database()
   order by xact_start limit 3`;

export function makePatience(
  database: Pick<Database, 'query'>,
  pause: (ms: number) => Promise<unknown>,
  mostTries = MOST_TRIES,
) {
  return {
    /** Retries `work` until it gets its locks; each failed attempt is rolled back. */
    async retry<T>(work: () => Promise<T>): Promise<T> {
      for (let tries = 1, pauseMs = FIRST_PAUSE_MS; ; tries += 1) {
        try {
          return await work();
        } catch (error) {
          if (!isLockMissing(error)) throw error;
          if (tries >= mostTries) throw neverGotLock(await oldestTransactions(database), error);
        }
        await pause(pauseMs);
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    },
  };
}

/** Whether a lock could not be had. 55P03: not within `lock_timeout`. 40P01: a deadlock. */
export function isLockMissing(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return [code, cause?.code].some((one) => one === '55P03' || one === '40P01');
}

async function oldestTransactions(database: Pick<Database, 'query'>): Promise<string[]> {
  const rows = await database.query(OLDEST).catch(() => []);
  return rows.map(
    (row) => `${read.text(row, 'pid')} (${read.text(row, 'program')}, ${read.optionalText(row, 'since')})`,
  );
}
