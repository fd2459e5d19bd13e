/** Accounts and their keys: allowances and call counts. */

import { differing, type LedgerFaultSql } from './pg-ledger-fault.ts';
import { rowsOf } from './pieces/pg-pieces.ts';

const USAGE_DAYS = rowsOf('usage_days', ['account_id', 'day', 'key_id', 'livemode']);
const KEYS = rowsOf('api_keys', ['id']);
const CALL_COUNTS = rowsOf('api_key_usage', ['key_id']);

/** Live certificates that account `a` has made. A wrong counter or a missing certificate is a fault of its own. */
export const LIVE =
  'coalesce((select total from certificate_counts n where n.account_id = a.id and n.livemode), 0)';
export const RESERVED = `((select count(*) from allowance_reservations r where r.account_id = a.id)
  + (select coalesce(sum(b.total - b.made - b.failed), 0) from batches b where b.account_id = a.id and b.livemode))`;

/** Certificates granted to account `a` by its audit log; null for accounts older than that log. */
export const grantedBy = (auditEvents: string) => `(
  select case when bool_or(e.number = 1 and e.action = 'account.create' and e.details->>'certificates' is not null)
              then sum((e.details->>'certificates')::bigint) end
    from ${auditEvents} e
   where e.account_id = a.id and e.action in ('account.create', 'allowance.grant'))`;

export const GRANTED_BY_AUDIT = grantedBy('audit_events');

/** Chunks of the sliding minute, against the counters beside them. */
const CALL_COUNTS_DIFFER = [
  ['chunk_calls', 'cardinality(u.chunk_ms) <> cardinality(u.chunk_calls) or 0 >= any (u.chunk_calls)'],
  ['chunk_ms', `u.chunk_ms <> (select coalesce(array_agg(m order by m), '{}') from unnest(u.chunk_ms) m)`],
  ['minute_calls', 'u.minute_calls <> (select coalesce(sum(n), 0) from unnest(u.chunk_calls) n)'],
  ['month', 'u.month <> coalesce(utc_month(u.last_used_at), 0)'],
  ['last_used_at', 'u.chunk_ms[cardinality(u.chunk_ms)] > to_ms(u.last_used_at)'],
  [
    'month_calls',
    `u.month_calls < (select coalesce(sum(u.chunk_calls[i]), 0) from generate_subscripts(u.chunk_calls, 1) i
        where i > 1 and utc_month(to_timestamp(u.chunk_ms[i - 1] / 1000.0)) = u.month)`,
  ],
] as const;

const WITHOUT = `'a key without its counts, or counts without their key'`;

export const ACCOUNT_FAULTS: readonly LedgerFaultSql[] = [
  {
    code: 'allowance_differs',
    of: rowsOf('accounts', ['id']),
    sql: `select a.id as where_ids,
                 'granted ' || a.certificates_granted || ', but ' || a.certificates_left || ' left, ' || ${RESERVED}
                 || ' set aside and ' || ${LIVE} || ' made' as told
            from piece a where a.certificates_granted <> a.certificates_left + ${RESERVED} + ${LIVE}`,
  },
  {
    code: 'reservation_dead',
    of: rowsOf('allowance_reservations', ['id']),
    sql: `select r.account_id || ' reservation ' || r.id as where_ids, 'its process is dead' as told, r.created_at as since
            from piece r where not process_is_alive(r.owner)`,
  },
  {
    code: 'claim_dead',
    of: rowsOf(
      'idempotency_keys',
      ['account_id', 'operation', 'key'],
      'account_id, operation, key, status, owner, created_at',
    ),
    sql: `select i.account_id || ' ' || i.operation as where_ids, 'its process is dead' as told, i.created_at as since
            from piece i where i.status is null and not process_is_alive(i.owner)`,
  },
  {
    code: 'call_counts_differ',
    of: CALL_COUNTS,
    sql: `select u.key_id as where_ids, ${differing(CALL_COUNTS_DIFFER)} as told from piece u
           where ${CALL_COUNTS_DIFFER.map(([, condition]) => `(${condition})`).join(' or ')}
          union all
          select u.key_id, ${WITHOUT} from piece u where not exists (select from api_keys k where k.id = u.key_id)`,
  },
  {
    code: 'call_counts_differ',
    of: KEYS,
    sql: `select k.id as where_ids, ${WITHOUT} as told
            from piece k where not exists (select from api_key_usage u where u.key_id = k.id)`,
  },
  {
    code: 'usage_differs',
    of: USAGE_DAYS,
    sql: `select d.account_id || ' ' || d.day || ' ' || d.key_id as where_ids,
                 'successes and failures do not add up to the calls' as told
            from piece d where d.requests <> d.ok + d.client_errors + d.server_errors
          union all
          select d.account_id || ' ' || d.day || ' ' || d.key_id, 'the account has no such key in this mode'
            from piece d
           where d.key_id <> '' and not exists (
             select from api_keys k where k.id = d.key_id and k.account_id = d.account_id and k.livemode = d.livemode)`,
  },
  {
    code: 'key_missing',
    of: rowsOf('audit_events', ['account_id', 'number'], 'account_id, number, action, target'),
    sql: `select told.account_id || ' ' || told.target as where_ids, 'the audit log names a key that does not exist' as told
            from piece told
           where told.action = 'key.create'
             and not exists (select from api_keys k where k.account_id = told.account_id and k.id = told.target)`,
  },
];
