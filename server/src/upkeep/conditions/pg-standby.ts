/**
 * Reads whether commits wait for a standby. Every process that reports this condition reads it here. So a process that
 * writes nothing, or whose own commits got through, reports the same as one whose commits wait.
 */

import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';

/** A standby normally confirms within milliseconds. Two seconds is the time limit for answering a write. */
const WAITING = `
  select exists (select from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'
                    and now() - state_change > interval '2 seconds') as is_missing`;

export async function readStandbyMissing({ query }: Pick<Database, 'query'>): Promise<boolean> {
  return read.boolean(read.firstRow(await query(WAITING, [], 'standby-missing')), 'is_missing');
}
