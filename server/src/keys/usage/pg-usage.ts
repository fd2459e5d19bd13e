/** Usage per key and day in PostgreSQL. */

import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { UsageCounts, UsageStore } from './usage.ts';
import { makeUsageCounter, type UsageRow } from './usage-counter.ts';

const SUMS = `coalesce(sum(requests), 0)::bigint as requests, coalesce(sum(ok), 0)::bigint as ok,
  coalesce(sum(client_errors), 0)::bigint as client_errors, coalesce(sum(server_errors), 0)::bigint as server_errors`;

export function makeUsageStore(database: Database, now: () => Date): UsageStore {
  const counter = makeUsageCounter(now, (rows) => writeRows(database, rows));
  return {
    ...counter,

    async days(accountId, { from, to }, keyId) {
      const rows = await database.query(
        `select to_char(date, 'YYYY-MM-DD') as date, ${SUMS},
                coalesce(sum(certificates) filter (where livemode), 0)::bigint as certificates,
                coalesce(sum(certificates) filter (where not livemode), 0)::bigint as test_certificates
           from generate_series($2::timestamp, $3::timestamp, interval '1 day') date
           left join usage_days u on u.account_id = $1 and u.day = date::date and ($4::text is null or u.key_id = $4)
          group by date order by date`,
        [accountId, from, to, keyId],
        'usage-days',
      );
      return rows.map((row) => ({
        date: read.text(row, 'date'),
        ...toCounts(row),
        testCertificates: read.number(row, 'test_certificates'),
      }));
    },

    async sources(accountId, { from, to }, keyId) {
      const rows = await database.query(
        `select u.key_id, u.livemode, max(k.name) as name, ${SUMS},
                coalesce(sum(certificates), 0)::bigint as certificates
           from usage_days u left join api_keys k on k.id = u.key_id and k.account_id = u.account_id
          where u.account_id = $1 and u.day between $2::date and $3::date and ($4::text is null or u.key_id = $4)
          group by u.key_id, u.livemode
          order by requests desc, certificates desc, u.key_id, u.livemode desc`,
        [accountId, from, to, keyId],
        'usage-sources',
      );
      return rows.map((row) => ({
        keyId: row.key_id === '' ? undefined : read.id('key', row, 'key_id'),
        name: read.optionalText(row, 'name'),
        mode: read.boolean(row, 'livemode') ? ('live' as const) : ('test' as const),
        requests: read.number(row, 'requests'),
        certificates: read.number(row, 'certificates'),
      }));
    },
  };
}

/** Writes everything in one statement per flush. Counts of an account that is already deleted are dropped. */
async function writeRows(database: Database, rows: readonly UsageRow[]): Promise<void> {
  await database.query(
    `insert into usage_days as u (account_id, day, key_id, livemode, requests, ok, client_errors, server_errors,
                                  certificates)
     select n.account_id, n.day, n.key_id, n.livemode, n.requests, n.ok, n.client_errors, n.server_errors,
            n.certificates
       from unnest($1::text[], $2::date[], $3::text[], $4::boolean[], $5::bigint[], $6::bigint[], $7::bigint[],
                            $8::bigint[], $9::bigint[]) with ordinality
            as n (account_id, day, key_id, livemode, requests, ok, client_errors, server_errors, certificates, place)
      where exists (select from accounts where id = n.account_id)
      order by n.place
     on conflict (account_id, day, key_id, livemode) do update set
       requests = u.requests + excluded.requests, ok = u.ok + excluded.ok,
       client_errors = u.client_errors + excluded.client_errors,
       server_errors = u.server_errors + excluded.server_errors,
       certificates = u.certificates + excluded.certificates`,
    [
      rows.map(({ accountId }) => accountId),
      rows.map(({ day }) => day),
      rows.map(({ keyId }) => keyId ?? ''),
      rows.map(({ livemode }) => livemode),
      rows.map(({ requests }) => requests),
      rows.map(({ ok }) => ok),
      rows.map(({ clientErrors }) => clientErrors),
      rows.map(({ serverErrors }) => serverErrors),
      rows.map(({ certificates }) => certificates),
    ],
    'write-usage',
  );
}

function toCounts(row: Row): UsageCounts {
  return {
    requests: read.number(row, 'requests'),
    ok: read.number(row, 'ok'),
    clientErrors: read.number(row, 'client_errors'),
    serverErrors: read.number(row, 'server_errors'),
    certificates: read.number(row, 'certificates'),
  };
}
