/** Admits callers: one statement judges and counts the call and runs the read that rides along. */

import type { CallerLimits, Refusal } from '../domain/access.ts';
import type { AccountId, KeyId } from '../domain/ids.ts';
import type { Access, AccountRead } from '../ports.ts';
import type { Database, Row } from './pg.ts';

const LIMIT_COLUMNS = `(l).rate_per_minute as l_rate, (l).minute_calls as l_minute_calls,
  (l).minute_frees_ms as l_frees_ms, (l).minute_opens_ms as l_opens_ms,
  (l).monthly_quota as l_quota, (l).month_calls as l_month_calls`;

export function makeAccess(database: Database): Access {
  return {
    async admit(secretHash, scope, now, read) {
      const rows = await database.query(
        `admit:${read.name}`,
        `select caller.verdict as a_verdict, caller.account_id as a_account, caller.key_id as a_key,
                caller.livemode as a_livemode, caller.certificates_left as a_left, caller.counted_ms as a_counted_ms,
                ${LIMIT_COLUMNS.replaceAll('(l)', '(caller.limits)')}, ride.*
           from admit_caller($1, $2, $3) caller
           left join lateral (${read.sql}) ride on caller.verdict = 'admitted'`,
        [secretHash, scope, now, ...read.params],
      );
      const [first] = rows;
      if (first === undefined) throw new Error('admit_caller returned no row');
      const limits = toLimits(first);
      if (first.a_verdict !== 'admitted' || limits === undefined) {
        return { verdict: first.a_verdict as Refusal, limits };
      }
      const keyId = first.a_key as KeyId;
      return {
        verdict: 'admitted',
        caller: { accountId: first.a_account as AccountId, keyId, livemode: first.a_livemode as boolean },
        certificatesLeft: first.a_left as number,
        limits,
        call: { keyId, countedMs: first.a_counted_ms as number },
        value: read.toValue(rows),
      };
    },

    async giveBack(call, now) {
      const rows = await database.query(
        'give-back',
        `select ${LIMIT_COLUMNS} from give_call_back($1, $2, $3) l`,
        [call.keyId, call.countedMs, now],
      );
      return rows[0] && toLimits(rows[0]);
    },

    async read<T>(accountId: AccountId, livemode: boolean, read: AccountRead<T>) {
      const rows = await database.query(
        `read:${read.name}`,
        `select ride.* from (select $1::text as account_id, $2::boolean as livemode, $3::timestamptz) caller
           left join lateral (${read.sql}) ride on true`,
        [accountId, livemode, null, ...read.params],
      );
      return read.toValue(rows);
    },
  };
}

function toLimits(row: Row): CallerLimits | undefined {
  if (row.l_rate === null) return undefined;
  return {
    ratePerMinute: row.l_rate as number,
    minuteCalls: row.l_minute_calls as number,
    minuteFreesAt: toDate(row.l_frees_ms),
    minuteOpensAt: toDate(row.l_opens_ms),
    monthlyQuota: row.l_quota as number,
    monthCalls: row.l_month_calls as number,
  };
}

function toDate(ms: unknown): Date | undefined {
  return typeof ms === 'number' ? new Date(ms) : undefined;
}
