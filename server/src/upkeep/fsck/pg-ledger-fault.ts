/** One comparison that the database makes itself. */

import type { LedgerFaultCode } from './ledger-fault-codes.ts';
import type { Pieces } from './pieces/pg-pieces.ts';
import type {} from './ports.ts';

/**
 * Selects faulty rows: `where_ids` (ids of the row), `told` (the actual and the expected value) and, for faults that
 * a crash may leave, `since`. With `of`, it is asked of one piece after the other, whose rows it reads from `piece`.
 */
export type LedgerFaultSql = { code: LedgerFaultCode; of?: Pieces; sql: string };

/** SQL that lists the names of differing columns, from pairs [name, condition]. */
export function differing(pairs: readonly (readonly [string, string])[]): string {
  return `concat_ws(', ', ${pairs.map(([name, condition]) => `case when ${condition} then '${name}' end`).join(', ')})`;
}
