/** Counts uploads of people in the dashboard, over the same sliding minute that keys have. */

import type { Database } from '../database/pool.ts';
import { firstRow, optionalNumber } from '../database/row-reader.ts';
import { nameFor } from './pg-account-reads.ts';
import type { Access } from './ports.ts';

/** The read runs in the statement that counts. */
export function makeAdmitUpload(database: Database): Access['admitUpload'] {
  return async ({ accountId, livemode }, ratePerMinute, now, read) => {
    const rows = await database.query(
      `select claim.opens_ms as a_opens_ms, ride.*
         from (select $1::text as account_id, $2::boolean as livemode) caller
         cross join lateral claim_upload(caller.account_id, $${4 + read.params.length}, $3) claim (opens_ms)
         left join lateral (${read.sql ?? 'select'}) ride on true`,
      [accountId, livemode, now, ...read.params, ratePerMinute],
      nameFor('upload', read),
    );
    const opensMs = optionalNumber(firstRow(rows), 'a_opens_ms');
    return opensMs === undefined ? { value: read.toValue(rows) } : { opensAt: new Date(opensMs) };
  };
}
