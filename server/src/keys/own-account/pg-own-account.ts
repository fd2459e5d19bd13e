/** Looks up whose key it is. Nothing is written: the call does not count. */

import type { Database } from '../../database/pool.ts';
import { firstRow, number, oneOf, optionalDate, text } from '../../database/row-reader.ts';
import { REFUSALS } from '../key.ts';
import { limitColumns, toCaller, toLimits } from '../rate-and-quota/pg-access.ts';
import type { OwnAccounts } from './ports.ts';

const COLUMNS = `caller.verdict as a_verdict, caller.account_id as a_account, caller.key_id as a_key,
  caller.livemode as a_livemode, caller.certificates_left as a_left, caller.scopes as a_scopes,
  caller.account_name as a_account_name, caller.key_name as a_key_name, caller.expires_at as a_expires_at,
  ${limitColumns('caller.limits')}`;

export function makeOwnAccounts(database: Database): OwnAccounts {
  return {
    async find(secretHash, now, read) {
      const rows = await database.query(
        `select ${COLUMNS}, ride.* from (select *, $3::text from key_of($1, $2)) caller
           left join lateral (${read.sql ?? 'select'}) ride on caller.verdict = 'admitted'`,
        [secretHash, now, null, ...read.params],
        `own-account:${read.name}`,
      );
      const row = firstRow(rows);
      if (row.a_verdict !== 'admitted') return { refusal: oneOf(row, 'a_verdict', REFUSALS) };
      const limits = toLimits(row);
      if (limits === undefined) throw new Error('key_of returned no limits');
      const own = {
        caller: toCaller(row),
        accountName: text(row, 'a_account_name'),
        certificatesLeft: number(row, 'a_left'),
        keyName: text(row, 'a_key_name'),
        expiresAt: optionalDate(row, 'a_expires_at'),
        limits,
      };
      return { own, value: read.toValue(rows) };
    },
  };
}
