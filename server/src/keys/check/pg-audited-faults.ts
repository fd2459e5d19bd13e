/**
 * Compares accounts and keys with their audit logs.
 *
 * An audit log also has an entry for each file that a person uploaded. So each log is first read in pieces, to find
 * the relevant entries; then these are compared, together with any that were written since.
 */

import type { Check, Comparison } from '../../database/check/check.ts';
import { faultOf } from '../../database/check/finding.ts';
import { differing } from '../../database/check/pg-comparison.ts';
import {
  BY_INDEX,
  type Pieced,
  type PieceOptions,
  type PieceReader,
  readPieces,
  rowsOf,
} from '../../database/check/pg-pieces.ts';
import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';

/** Each account is compared with every relevant entry. */
const ACCOUNTS_AT_ONCE = 20;

const ACCOUNTS: Pieced = { of: rowsOf('accounts', ['id'], 'id'), sql: 'select id from piece' };

const TELLING: Pieced = {
  of: rowsOf('audit_events', ['account_id', 'number'], 'account_id, number, action'),
  sql: `
    select account_id, max(number) as walked_to, array_agg(number) filter (
             where number = 1 or action like 'key.%' or action in ('account.create', 'account.change', 'account.close',
               'account.suspend', 'account.resume', 'allowance.grant', 'deletion.request', 'deletion.cancel',
               'retention.change', 'limits.change')) as telling
      from piece group by account_id`,
};

/** $1: accounts; $2: up to which entry their logs were read; $3, $4: accounts and numbers of the relevant entries. */
const TOLD = `
  with some_accounts as materialized (select * from accounts where id = any($1)),
  told_entries as materialized (
    select e.* from unnest($3::text[], $4::bigint[]) as t (account_id, number) join audit_events e using (account_id, number)
    union all
    select e.* from unnest($1::text[], $2::bigint[]) as w (account_id, walked_to)
      join audit_events e on e.account_id = w.account_id and e.number > w.walked_to
  )`;

/** Certificates granted to account `a` by its audit log; null for accounts older than that log. */
export const grantedBy = (auditEvents: string) => `(
  select case when bool_or(e.number = 1 and e.action = 'account.create' and e.details->>'certificates' is not null)
              then sum((e.details->>'certificates')::bigint) end
    from ${auditEvents} e
   where e.account_id = a.id and e.action in ('account.create', 'allowance.grant'))`;

const GRANTED = grantedBy('told_entries');

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
         max(case when e.actor_id like 'acct\\_%' then first_owner_of(e.actor_id) else e.actor_id end)
           filter (where e.action = 'key.create' and e.actor_type = 'person') as created_by,
         array_agg(distinct e.actor_id) filter (where e.action = 'key.rotate' and e.actor_id like 'per\\_%') as rotated_by,
         array_agg(distinct first_owner_of(e.actor_id))
           filter (where e.action = 'key.rotate' and e.actor_id like 'acct\\_%') as rotated_by_older,
         min(e.at) filter (where e.action = 'key.create') as created_at,
         min(e.at) filter (where e.action = 'key.revoke') as revoked_at,
         max(e.details->>'reason') filter (where e.action = 'key.revoke') as reason,
         count(*) filter (where e.action in ('key.create', 'key.rotate')) as secrets
    from told_entries e where e.action like 'key.%'
   group by e.account_id, e.target having bool_or(e.action = 'key.create')`;

const CLOSED = `(select min(e.at) from told_entries e where e.account_id = a.id and e.action = 'account.close')`;

const KEY_DIFFERS = [
  ['name', 'k.name <> told.name'],
  ['scopes', 'to_jsonb(k.scopes) <> told.scopes'],
  ['rate_per_minute', 'k.rate_per_minute <> told.rate_per_minute'],
  ['monthly_quota', 'k.monthly_quota <> told.monthly_quota'],
  ['expires_at', 'k.expires_at is distinct from told.expires_at'],
  ['livemode', 'k.livemode <> told.livemode'],
  // Older programs do not write `created_by`.
  ['created_by', 'k.created_by is not null and k.created_by is distinct from told.created_by'],
  // Older programs do not write who rotated a key either. So the row may name people who are not in the log, but
  // everybody whom the present program has logged must be in the row.
  [
    'rotated_by',
    `(not coalesce(k.rotated_by, '{}') @> coalesce(told.rotated_by, '{}')
      or not coalesce(k.rotated_by, '{}') <@ (coalesce(told.rotated_by, '{}') || coalesce(told.rotated_by_older, '{}')))`,
  ],
  ['created_at', 'k.created_at <> told.created_at'],
  ['revoked_at', `k.revoked_at is distinct from coalesce(told.revoked_at, ${CLOSED})`],
  [
    'revoked_reason',
    `k.revoked_reason is distinct from case when told.revoked_at is not null then told.reason
       when ${CLOSED} is not null then 'account closed' end`,
  ],
] as const;

/** The newest value of a limit of the account; null if none was ever set, because Sello sets none by itself. */
const LIMIT_TOLD = (field: string) => `(
  select (${LAST_TOLD(field)} #>> '{}')::integer from told_entries e
   where e.account_id = a.id and e.action = 'limits.change')`;

/**
 * Selects switches that differ from their newest value in the log. `first` is the value of an account that never
 * changed the switch.
 */
const SWITCH_DIFFERS = (field: string, now: string, first: string) => `${now} <> coalesce((
  select coalesce(e.details::jsonb->'${field}', ${now}) from told_entries e
   where e.account_id = a.id and e.action = 'account.change' and e.details::jsonb->'changed' ? '${field}'
   order by e.number desc limit 1), '${first}'::jsonb)`;

const ACCOUNT_DIFFERS = [
  [
    'created_at',
    'a.created_at <> (select e.at from told_entries e where e.account_id = a.id and e.number = 1)',
  ],
  ['closed_at', `a.closed_at is distinct from ${CLOSED}`],
  [
    'suspended_at',
    `a.suspended_at is distinct from (
       select case when e.action = 'account.suspend' then e.at end from told_entries e
        where e.account_id = a.id and e.action in ('account.suspend', 'account.resume')
        order by e.number desc limit 1)`,
  ],
  [
    'deletion_requested_at',
    `a.deletion_requested_at is distinct from (
       select case when e.action = 'deletion.request' then e.at end from told_entries e
        where e.account_id = a.id and e.action in ('deletion.request', 'deletion.cancel')
        order by e.number desc limit 1)`,
  ],
  [
    'keep_files_days',
    `a.keep_files_days is distinct from (
       select (e.details ->> 'keep_files_days')::integer from told_entries e
        where e.account_id = a.id and e.action = 'retention.change'
        order by e.number desc limit 1)`,
  ],
  ...['max_rate_per_minute', 'max_monthly_quota'].map(
    (limit) => [limit, `a.${limit} is distinct from ${LIMIT_TOLD(limit)}`] as const,
  ),
  [
    'four_eyes',
    SWITCH_DIFFERS('four_eyes', `to_jsonb(case when a.four_eyes then 'required' else 'off' end)`, '"off"'),
  ],
  [
    'require_second_factor',
    SWITCH_DIFFERS('require_second_factor', 'to_jsonb(a.require_second_factor)', 'false'),
  ],
] as const;

const AUDITED_FAULTS: readonly Comparison<'allowance'>[] = [
  {
    code: 'grants_differ',
    message: 'The allowance is not what was granted',
    repair: 'allowance',
    sql: `select a.id as where_ids,
                 'granted ' || a.certificates_granted || ', but ' || ${GRANTED} || ' in the audit log' as told
            from some_accounts a where a.certificates_granted <> ${GRANTED}`,
  },
  {
    code: 'account_differs',
    message: 'The account does not match its audit log',
    sql: `select a.id as where_ids, ${differing(ACCOUNT_DIFFERS)} as told from some_accounts a
           where ${ACCOUNT_DIFFERS.map(([, condition]) => condition).join(' or ')}`,
  },
  {
    code: 'key_differs',
    message: 'The key does not match the audit log',
    sql: `select k.account_id || ' ' || k.id as where_ids, ${differing(KEY_DIFFERS)} as told
            from api_keys k join some_accounts a on a.id = k.account_id
            join (${KEYS_TOLD}) told on told.account_id = k.account_id and told.id = k.id
           where ${KEY_DIFFERS.map(([, condition]) => condition).join(' or ')}`,
  },
  {
    code: 'secret_differs',
    message: 'The secrets of a key do not match the audit log',
    sql: `select k.account_id || ' ' || k.id as where_ids, 'its secrets are not those in the audit log' as told
            from api_keys k join some_accounts a on a.id = k.account_id
            join (${KEYS_TOLD}) told on told.account_id = k.account_id and told.id = k.id
           where told.secrets <> (select count(*) from api_key_secrets s where s.key_id = k.id)
              or exists (
                select from api_key_secrets s where s.key_id = k.id and (
                  not exists (
                    select from told_entries e where e.account_id = k.account_id and e.target = k.id
                       and e.action in ('key.create', 'key.rotate') and e.at = s.created_at)
                  or s.expires_at is distinct from (
                    select min((e.details->>'old_secret_ends_at')::timestamptz) from told_entries e
                     where e.account_id = k.account_id and e.target = k.id and e.action = 'key.rotate'
                       and e.at > s.created_at)))`,
  },
];

export const checkAudited: Check<unknown, 'allowance'> = {
  name: 'keys: accounts and keys, against the audit log',
  async *find({ snapshot, pieces = {} }) {
    const rows = Math.min(pieces.rows ?? ACCOUNTS_AT_ONCE, ACCOUNTS_AT_ONCE);
    for await (const accounts of readPieces(snapshot, ACCOUNTS, { ...pieces, rows })) {
      const accountIds = accounts.map((row) => read.text(row, 'id')).sort();
      const told = await readTelling(snapshot, accountIds, pieces);
      for (const fault of AUDITED_FAULTS) {
        await snapshot.query(BY_INDEX);
        const found = await snapshot.query(`${TOLD} ${fault.sql}`, told);
        await snapshot.letGo();
        for (const row of found) yield faultOf(fault, read.text(row, 'where_ids'), read.text(row, 'told'));
      }
    }
  },
};

async function readTelling(
  reader: PieceReader,
  accountIds: readonly string[],
  options: PieceOptions,
): Promise<unknown[]> {
  const walkedTo = new Map(accountIds.map((id) => [id, 0]));
  const telling: { accountId: string; number: number }[] = [];
  const [first = ''] = accountIds;
  for await (const rows of readPieces(reader, TELLING, { ...options, after: [first, '0'] })) {
    for (const row of rows) {
      const accountId = read.text(row, 'account_id');
      if (!walkedTo.has(accountId)) continue;
      walkedTo.set(accountId, read.number(row, 'walked_to'));
      telling.push(...numbersIn(row).map((n) => ({ accountId, number: n })));
    }
    if (rows.some((row) => read.text(row, 'account_id') > (accountIds.at(-1) ?? ''))) break;
  }
  return [
    [...walkedTo.keys()],
    [...walkedTo.values()],
    telling.map(({ accountId }) => accountId),
    telling.map((entry) => entry.number),
  ];
}

const numbersIn = ({ telling }: Row): number[] => (Array.isArray(telling) ? telling.map(Number) : []);
