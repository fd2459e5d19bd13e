/** One comparison that the database makes by itself. */

import type { LedgerFaultCode } from './ports.ts';

/**
 * The query gives the rows that should not be, with `where_ids` (what is meant), `told` (what is there and what should
 * be) and, for what a crash may leave, `since`.
 */
export type LedgerFaultSql = { code: LedgerFaultCode; sql: string };

/** Names the columns that differ, of pairs [name, condition]. */
export function differing(pairs: readonly (readonly [string, string])[]): string {
  return `concat_ws(', ', ${pairs.map(([name, condition]) => `case when ${condition} then '${name}' end`).join(', ')})`;
}
