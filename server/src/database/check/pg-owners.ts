/** Checks that the account of each row exists. */

import type { Comparison } from './check.ts';
import { rowsOf } from './pg-pieces.ts';

/** Finds the rows of this table whose account does not exist. They are named by the columns of `key`. */
export function ownerMissing(table: string, key: readonly string[]): Comparison {
  return {
    code: 'owner_missing',
    message: 'A row belongs to no account',
    of: rowsOf(table, key, [...new Set([...key, 'account_id'])].join(', ')),
    sql: `select '${table} of ' || o.account_id as where_ids, 'its account does not exist' as told
            from piece o where not exists (select from accounts a where a.id = o.account_id)`,
  };
}
