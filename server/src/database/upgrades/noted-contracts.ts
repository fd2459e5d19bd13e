/**
 * Removals that the program makes later, at the operator's request, and not in a migration. Each is recorded among
 * the migrations under a name that ends in `.contract.sql`, so that an older version refuses to start. Before a
 * removal, `presentProcesses` shows whether older processes are still running.
 */

import type { Query } from '../pool.ts';

/** Noted once the rows of the log's tiles are in the file store alone. */
export const LOG_ROWS_MOVED = '0048_log_rows_moved.contract.sql';

/** Noted before the first certificate whose time stamp covers a digest longer than SHA-256. */
export const LONG_DIGESTS_USED = '0092_long_digests_used.contract.sql';

const NOTED: readonly string[] = [LOG_ROWS_MOVED, LONG_DIGESTS_USED];

export function isNoted(name: string): boolean {
  return NOTED.includes(name);
}

export async function noteContract(query: Query, name: string): Promise<void> {
  await query(`insert into migrations (name, sha256) values ($1, '') on conflict do nothing`, [name]);
}
