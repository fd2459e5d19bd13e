/**
 * Reads whether commits wait for a standby. Every place that tells the condition reads it here, so that a process that
 * writes nothing, or whose own commits got through, tells the same as the one whose commits wait.
 */

import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';

/** A standby confirms within milliseconds; two seconds are the time in which a write is answered. */
const WAITING = `
  select exists (select from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'
                    and now() - state_change > interval '2 seconds') as is_missing`;

export async function readStandbyMissing({ query }: Pick<Database, 'query'>): Promise<boolean> {
  return read.boolean(read.firstRow(await query(WAITING, [], 'standby-missing')), 'is_missing');
}
