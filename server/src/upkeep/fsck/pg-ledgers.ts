/** Comparisons that the database makes itself, in the order in which they are reported. */

import { ACCOUNT_FAULTS } from './pg-account-faults.ts';
import { BATCH_FAULTS } from './pg-batch-faults.ts';
import { CERTIFICATE_FAULTS, COUNTED } from './pg-certificate-faults.ts';
import type { LedgerFaultSql } from './pg-ledger-fault.ts';
import { MEMBERSHIP_FAULTS } from './pg-membership-faults.ts';
import { OWN_PAGE_FAULTS } from './pg-own-page-faults.ts';
import {
  NEITHER_PLACED_NOR_WAITING,
  RUNS_ASTRAY,
  WAITING_IN_VAIN,
  WAITING_WITH_ANOTHER_HASH,
} from './pg-places.ts';

/** Tables with rows per account, besides those compared with something else. */
const OWNED = [
  'sessions',
  'second_factors',
  'recovery_codes',
  'passkeys',
  'password_resets',
  'address_changes',
  'usage_days',
  'api_keys',
  'idempotency_keys',
  'allowance_reservations',
  'blob_keys',
  'blob_erasures',
  'dashboard_uploads',
];

export const LEDGER_FAULTS: readonly LedgerFaultSql[] = [
  {
    code: 'account_unknown',
    sql: `select distinct c.account_id as where_ids, 'certificates of an account that does not exist' as told
            from (${COUNTED}) c where not exists (select from accounts a where a.id = c.account_id)`,
  },
  {
    code: 'owner_missing',
    sql: OWNED.map(
      (table) => `select '${table} of ' || o.account_id as where_ids, 'its account does not exist' as told
            from ${table} o where not exists (select from accounts a where a.id = o.account_id)`,
    ).join(' union all '),
  },
  ...CERTIFICATE_FAULTS,
  ...BATCH_FAULTS,
  ...ACCOUNT_FAULTS,
  ...MEMBERSHIP_FAULTS,
  ...OWN_PAGE_FAULTS,
  {
    code: 'places_astray',
    sql: `select 'place ' || first_leaf_index as where_ids, told from (${RUNS_ASTRAY}) astray`,
  },
  {
    code: 'queue_missing',
    sql: `select account_id || ' ' || certificate_id as where_ids, 'it has no place in the log and does not wait for one' as told
            from (${NEITHER_PLACED_NOR_WAITING}) lost`,
  },
  {
    code: 'queue_stray',
    sql: `select concat_ws(' ', account_id, certificate_id, 'entry ' || id) as where_ids,
                 'it has a place already, or belongs to no certificate' as told
            from (${WAITING_IN_VAIN}) vain`,
  },
  {
    code: 'queue_differs',
    sql: `select account_id || ' ' || certificate_id as where_ids, 'it waits with a hash that is not its own' as told
            from (${WAITING_WITH_ANOTHER_HASH}) other`,
  },
];
