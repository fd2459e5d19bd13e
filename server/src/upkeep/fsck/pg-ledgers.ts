/** Comparisons that the database makes itself, in the order in which they are reported. */

import { ACCOUNT_FAULTS } from './pg-account-faults.ts';
import { BATCH_FAULTS } from './pg-batch-faults.ts';
import { CERTIFICATE_FAULTS, CERTIFICATES } from './pg-certificate-faults.ts';
import type { LedgerFaultSql } from './pg-ledger-fault.ts';
import { MEMBERSHIP_FAULTS } from './pg-membership-faults.ts';
import { OWN_PAGE_FAULTS } from './pg-own-page-faults.ts';
import {
  NO_RUNS,
  neitherPlacedNorWaiting,
  OF_QUEUE,
  QUEUE,
  RUNS,
  RUNS_ASTRAY,
  waitingInVain,
  waitingWithAnotherHash,
} from './pg-places.ts';
import { distinctOf, rowsOf } from './pieces/pg-pieces.ts';

/** Tables with rows per account, besides those compared with something else, and their keys. */
const OWNED: Record<string, readonly string[]> = {
  sessions: ['token_hash'],
  second_factors: ['account_id'],
  recovery_codes: ['account_id', 'code_hash'],
  passkeys: ['id'],
  password_resets: ['token_hash'],
  address_changes: ['token_hash'],
  usage_days: ['account_id', 'day', 'key_id', 'livemode'],
  api_keys: ['id'],
  idempotency_keys: ['account_id', 'operation', 'key'],
  allowance_reservations: ['id'],
  blob_keys: ['account_id'],
  blob_erasures: ['account_id', 'sha256'],
  dashboard_uploads: ['account_id'],
};

export const LEDGER_FAULTS: readonly LedgerFaultSql[] = [
  {
    code: 'account_unknown',
    of: distinctOf('certificates', ['account_id']),
    sql: `select c.account_id as where_ids, 'certificates of an account that does not exist' as told
            from piece c where not exists (select from accounts a where a.id = c.account_id)`,
  },
  ...Object.entries(OWNED).map(
    ([table, key]): LedgerFaultSql => ({
      code: 'owner_missing',
      of: rowsOf(table, key, [...new Set([...key, 'account_id'])].join(', ')),
      sql: `select '${table} of ' || o.account_id as where_ids, 'its account does not exist' as told
              from piece o where not exists (select from accounts a where a.id = o.account_id)`,
    }),
  ),
  ...CERTIFICATE_FAULTS,
  ...BATCH_FAULTS,
  ...ACCOUNT_FAULTS,
  ...MEMBERSHIP_FAULTS,
  ...OWN_PAGE_FAULTS,
  {
    code: 'places_astray',
    of: RUNS,
    sql: `select 'place ' || first_leaf_index as where_ids, told from (${RUNS_ASTRAY}) astray`,
  },
  {
    code: 'places_astray',
    sql: `select 'place ' || first_leaf_index as where_ids, told from (${NO_RUNS}) astray`,
  },
  {
    code: 'queue_missing',
    of: CERTIFICATES,
    sql: `select account_id || ' ' || certificate_id as where_ids, 'it has no place in the log and does not wait for one' as told
            from (${neitherPlacedNorWaiting('piece')}) lost`,
  },
  {
    code: 'queue_stray',
    of: QUEUE,
    sql: `select concat_ws(' ', account_id, certificate_id, 'entry ' || id) as where_ids,
                 'it has a place already, or belongs to no certificate' as told
            from (${waitingInVain('piece', OF_QUEUE)}) vain`,
  },
  {
    code: 'queue_differs',
    of: QUEUE,
    sql: `select account_id || ' ' || certificate_id as where_ids, 'it waits with a hash that is not its own' as told
            from (${waitingWithAnotherHash('piece', OF_QUEUE)}) other`,
  },
];
