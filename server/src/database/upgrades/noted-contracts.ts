/**
 * What is taken away not by a migration but later, by the program itself, where its operator wants it so. It is noted among
 * the migrations under a name that ends like that of one which takes something away: an older version, which cannot know of
 * it, then refuses to start. Those that run already are asked for each time (`presentProcesses`).
 */

import type { Query } from '../pool.ts';

/** Rows of the log's tiles are in the file store alone. */
export const LOG_ROWS_MOVED = '0048_log_rows_moved.contract.sql';

const NOTED: readonly string[] = [LOG_ROWS_MOVED];

export function isNoted(name: string): boolean {
  return NOTED.includes(name);
}

export async function noteContract(query: Query, name: string): Promise<void> {
  await query(`insert into migrations (name, sha256) values ($1, '') on conflict do nothing`, [name]);
}
