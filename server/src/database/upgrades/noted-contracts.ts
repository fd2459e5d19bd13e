/**
 * Removals that are made not by a migration but later, by the program itself, at the operator's request. Each
 * is recorded among the migrations under a name that ends like a contract's, so that an older version refuses
 * to start. Processes that are already running are checked each time (`presentProcesses`).
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
