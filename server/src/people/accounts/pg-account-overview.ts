/** An account's usage, for the first page of the dashboard. */

import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { AccountStore } from './ports.ts';

/** Certificates are numbered without gaps, so the month's count is the total minus the last earlier number. */
const OVERVIEW = `
  select a.page_opened_at is not null as has_opened_page, keys.*, counts.*
    from accounts a,
         lateral (
           select count(*) > 0 as has_key, count(u.last_used_at) > 0 as has_called,
                  coalesce(sum(u.month_calls) filter (where u.month = utc_month($2)), 0)::bigint as month_calls
             from api_keys k join api_key_usage u on u.key_id = k.id
            where k.account_id = a.id
         ) keys,
         lateral (
           select coalesce(sum(n.total) filter (where n.livemode), 0)::bigint as made,
                  coalesce(sum(n.total), 0) > 0 as has_certificate,
                  coalesce(sum(n.total - coalesce(earlier.number, 0)) filter (where n.livemode), 0)::bigint
                    as month_certificates,
                  coalesce(sum(n.total - coalesce(earlier.number, 0)) filter (where not n.livemode), 0)::bigint
                    as month_test_certificates
             from certificate_counts n
             left join lateral (
               select c.number from certificate_search c
                where c.account_id = n.account_id and c.livemode = n.livemode and c.created_at < $3
                order by c.created_at desc, c.number desc limit 1
             ) earlier on true
            where n.account_id = a.id
         ) counts
   where a.id = $1`;

const MONTH_CALLS = `
  select coalesce(sum(u.month_calls), 0) as calls from api_keys k join api_key_usage u on u.key_id = k.id
   where k.account_id = $1 and u.month = utc_month($2)`;

export function accountOverview(database: Database): Pick<AccountStore, 'overview' | 'monthCalls'> {
  return {
    async overview(id, now) {
      const [row] = await database.query(OVERVIEW, [id, now, startOfMonth(now)], 'account-overview');
      if (row === undefined) throw new Error(`The account ${id} is gone`);
      return {
        certificatesMade: read.number(row, 'made'),
        monthCalls: read.number(row, 'month_calls'),
        monthCertificates: read.number(row, 'month_certificates'),
        monthTestCertificates: read.number(row, 'month_test_certificates'),
        hasKey: read.boolean(row, 'has_key'),
        hasCalled: read.boolean(row, 'has_called'),
        hasCertificate: read.boolean(row, 'has_certificate'),
        hasOpenedPage: read.boolean(row, 'has_opened_page'),
      };
    },

    async monthCalls(id, now) {
      return read.number(read.firstRow(await database.query(MONTH_CALLS, [id, now], 'month-calls')), 'calls');
    },
  };
}

function startOfMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}
