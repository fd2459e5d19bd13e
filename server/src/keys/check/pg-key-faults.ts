/** Checks keys: the call counts for their limits, and the counts for the charts. */

import { compareRows, differing } from '../../database/check/pg-comparison.ts';
import { ownerMissing } from '../../database/check/pg-owners.ts';
import { rowsOf } from '../../database/check/pg-pieces.ts';
import { type Repair, type Repaired, whole } from '../../database/check/repair.ts';
import type { Query } from '../../database/pool.ts';

const USAGE_KEY = ['account_id', 'day', 'key_id', 'livemode'];
const USAGE_DAYS = rowsOf('usage_days', USAGE_KEY);
const KEYS = rowsOf('api_keys', ['id']);
const CALL_COUNTS = rowsOf('api_key_usage', ['key_id']);

export const checkOwnersOfKeys = compareRows('keys: owners', [
  ownerMissing('usage_days', USAGE_KEY),
  ownerMissing('api_keys', ['id']),
  {
    code: 'owner_missing',
    message: 'A row belongs to no account',
    of: KEYS,
    sql: `select 'api_keys ' || k.id as where_ids,
                 'it is the key of an organiser that its account does not have in this mode' as told
            from piece k
           where k.organizer_id is not null and not exists (
             select from organizers o
              where o.id = k.organizer_id and o.account_id = k.account_id and o.livemode = k.livemode)`,
  },
]);

export const checkOwnersOfUploads = compareRows('keys: owners of uploads', [
  ownerMissing('dashboard_uploads', ['account_id']),
]);

/** Compares the chunks of the sliding minute with the counters in the same row. */
const CALL_COUNT_COLUMNS = [
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

const CALL_COUNTS_DIFFER = {
  code: 'call_counts_differ',
  message: 'The call counts of a key contradict each other',
  repair: 'call_counts',
} as const;

export const checkUsage = compareRows('keys: usage', [
  {
    ...CALL_COUNTS_DIFFER,
    of: CALL_COUNTS,
    sql: `select u.key_id as where_ids, ${differing(CALL_COUNT_COLUMNS)} as told from piece u
           where ${CALL_COUNT_COLUMNS.map(([, condition]) => `(${condition})`).join(' or ')}
          union all
          select u.key_id, ${WITHOUT} from piece u where not exists (select from api_keys k where k.id = u.key_id)`,
  },
  {
    ...CALL_COUNTS_DIFFER,
    of: KEYS,
    sql: `select k.id as where_ids, ${WITHOUT} as told
            from piece k where not exists (select from api_key_usage u where u.key_id = k.id)`,
  },
  {
    code: 'usage_differs',
    message: 'The counts behind a chart contradict each other',
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
    message: 'A key is missing',
    of: rowsOf('audit_events', ['account_id', 'number'], 'account_id, number, action, target'),
    sql: `select told.account_id || ' ' || told.target as where_ids, 'the audit log names a key that does not exist' as told
            from piece told
           where told.action = 'key.create'
             and not exists (select from api_keys k where k.account_id = told.account_id and k.id = told.target)`,
  },
]);

export const repairCallCounts: Repair<'call_counts'> = {
  kind: 'call_counts',
  run: ({ transaction }) => transaction(correctCallCounts),
};

/** Limits are judged by the chunks; a row with inconsistent chunks starts a new minute. */
async function correctCallCounts(query: Query): Promise<Repaired> {
  const isSound = `cardinality(chunk_ms) = cardinality(chunk_calls) and 0 < all (chunk_calls)
    and chunk_ms = (select coalesce(array_agg(m order by m), '{}') from unnest(chunk_ms) m)`;
  const sum = '(select coalesce(sum(n), 0)::integer from unnest(chunk_calls) n)';
  await query('insert into api_key_usage (key_id) select id from api_keys on conflict do nothing');
  const anew = await query(
    `update api_key_usage set chunk_ms = '{}', chunk_calls = '{}', minute_calls = 0 where not (${isSound}) returning 1`,
  );
  const rows = await query(
    `update api_key_usage set minute_calls = ${sum}, month_calls = greatest(month_calls, ${sum}),
            month = coalesce(utc_month(last_used_at), 0)
      where minute_calls <> ${sum} or month_calls < ${sum} or month <> coalesce(utc_month(last_used_at), 0)
     returning 1`,
  );
  return whole(`the call counts of ${anew.length + rows.length} keys were corrected`);
}
