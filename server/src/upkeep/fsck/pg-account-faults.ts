/** Accounts and their keys: allowances, call counts, and agreement with the audit log. */

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

/** Certificates granted to an account by its audit log; null for accounts older than that log. */
export const GRANTED_BY_AUDIT = `(
  select case when bool_or(e.number = 1 and e.action = 'account.create' and e.details->>'certificates' is not null)
              then sum((e.details->>'certificates')::bigint) end
    from audit_events e
   where e.account_id = a.id and e.action in ('account.create', 'allowance.grant'))`;

/** The newest value of a key's field in the audit log. */
const LAST_TOLD = (field: string) =>
  `(array_agg(e.details::jsonb->'${field}' order by e.number desc) filter (where e.details::jsonb ? '${field}'))[1]`;

/** Keys as the audit log records them. */
const KEYS_TOLD = `
  select e.account_id, e.target as id, ${LAST_TOLD('name')} #>> '{}' as name, ${LAST_TOLD('scopes')} as scopes,
         (${LAST_TOLD('rate_per_minute')})::integer as rate_per_minute,
         (${LAST_TOLD('monthly_quota')})::integer as monthly_quota,
         (${LAST_TOLD('expires_at')} #>> '{}')::timestamptz as expires_at,
         max(e.details->>'mode') filter (where e.action = 'key.create') = 'live' as livemode,
         min(e.at) filter (where e.action = 'key.create') as created_at,
         min(e.at) filter (where e.action = 'key.revoke') as revoked_at,
         max(e.details->>'reason') filter (where e.action = 'key.revoke') as reason,
         count(*) filter (where e.action in ('key.create', 'key.rotate')) as secrets
    from audit_events e where e.action like 'key.%'
   group by e.account_id, e.target having bool_or(e.action = 'key.create')`;

const CLOSED = `(select min(e.at) from audit_events e where e.account_id = a.id and e.action = 'account.close')`;

const KEY_DIFFERS = [
  ['name', 'k.name <> told.name'],
  ['scopes', 'to_jsonb(k.scopes) <> told.scopes'],
  ['rate_per_minute', 'k.rate_per_minute <> told.rate_per_minute'],
  ['monthly_quota', 'k.monthly_quota <> told.monthly_quota'],
  ['expires_at', 'k.expires_at is distinct from told.expires_at'],
  ['livemode', 'k.livemode <> told.livemode'],
  ['created_at', 'k.created_at <> told.created_at'],
  ['revoked_at', `k.revoked_at is distinct from coalesce(told.revoked_at, ${CLOSED})`],
  [
    'revoked_reason',
    `k.revoked_reason is distinct from case when told.revoked_at is not null then told.reason
       when ${CLOSED} is not null then 'account closed' end`,
  ],
] as const;

const ACCOUNT_DIFFERS = [
  [
    'created_at',
    'a.created_at <> (select e.at from audit_events e where e.account_id = a.id and e.number = 1)',
  ],
  ['closed_at', `a.closed_at is distinct from ${CLOSED}`],
  [
    'deletion_requested_at',
    `a.deletion_requested_at is distinct from (
       select case when e.action = 'deletion.request' then e.at end from audit_events e
        where e.account_id = a.id and e.action in ('deletion.request', 'deletion.cancel')
        order by e.number desc limit 1)`,
  ],
  [
    'keep_files_days',
    `a.keep_files_days is distinct from (
       select (e.details ->> 'keep_files_days')::integer from audit_events e
        where e.account_id = a.id and e.action = 'retention.change'
        order by e.number desc limit 1)`,
  ],
] as const;

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
    code: 'grants_differ',
    sql: `select a.id as where_ids,
                 'granted ' || a.certificates_granted || ', but ' || ${GRANTED_BY_AUDIT} || ' in the audit log' as told
            from accounts a where a.certificates_granted <> ${GRANTED_BY_AUDIT}`,
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
    code: 'account_differs',
    sql: `select a.id as where_ids, ${differing(ACCOUNT_DIFFERS)} as told from accounts a
           where ${ACCOUNT_DIFFERS.map(([, condition]) => condition).join(' or ')}`,
  },
  {
    code: 'key_differs',
    sql: `select k.account_id || ' ' || k.id as where_ids, ${differing(KEY_DIFFERS)} as told
            from api_keys k join accounts a on a.id = k.account_id
            join (${KEYS_TOLD}) told on told.account_id = k.account_id and told.id = k.id
           where ${KEY_DIFFERS.map(([, condition]) => condition).join(' or ')}`,
  },
  {
    code: 'key_missing',
    sql: `select told.account_id || ' ' || told.id as where_ids, 'the audit log names a key that does not exist' as told
            from (${KEYS_TOLD}) told
           where not exists (select from api_keys k where k.account_id = told.account_id and k.id = told.id)`,
  },
  {
    code: 'secret_differs',
    sql: `select k.account_id || ' ' || k.id as where_ids, 'its secrets are not those in the audit log' as told
            from api_keys k join (${KEYS_TOLD}) told on told.account_id = k.account_id and told.id = k.id
           where told.secrets <> (select count(*) from api_key_secrets s where s.key_id = k.id)
              or exists (
                select from api_key_secrets s where s.key_id = k.id and (
                  not exists (
                    select from audit_events e where e.account_id = k.account_id and e.target = k.id
                       and e.action in ('key.create', 'key.rotate') and e.at = s.created_at)
                  or s.expires_at is distinct from (
                    select min((e.details->>'old_secret_ends_at')::timestamptz) from audit_events e
                     where e.account_id = k.account_id and e.target = k.id and e.action = 'key.rotate'
                       and e.at > s.created_at)))`,
  },
];
