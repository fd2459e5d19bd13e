/** Corrects allowances after certificates were restored. How many were made is known, but grants may be lost. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import { GRANTED_BY_AUDIT, LIVE, RESERVED } from '../../certificates/check/pg-allowance.ts';
import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { OPERATOR } from '../../kernel/actor.ts';

const REST = `${RESERVED} + ${LIVE}`;

/**
 * Grants each account exactly what is missing if its grants did not cover what it had made. Resolves with these
 * accounts.
 */
export async function settleAllowances(query: Query, now: Date): Promise<string[]> {
  const short = await query(
    `select a.id, (${REST} - coalesce(${GRANTED_BY_AUDIT}, a.certificates_granted))::bigint as lacking,
            ${GRANTED_BY_AUDIT} is not null as is_told
       from accounts a
      where a.id in (select account_id from recovered where is_new)
        and coalesce(${GRANTED_BY_AUDIT}, a.certificates_granted) < ${REST}`,
  );
  for (const row of short) {
    const accountId = read.id('acct', row, 'id');
    const certificates = read.number(row, 'lacking');
    await query('update accounts set certificates_granted = certificates_granted + $2 where id = $1', [
      accountId,
      certificates,
    ]);
    // The grant is written to the audit log if that log shows, from its first entry on, all that the account was
    // granted.
    if (read.boolean(row, 'is_told')) {
      const note = { accountId, at: now, action: 'allowance.grant', by: OPERATOR } as const;
      await query(`select ${auditCall(1)}`, auditParams({ ...note, details: { certificates } }));
    }
  }
  await query(
    `update accounts b set certificates_left = sums.granted - sums.rest, certificates_granted = sums.granted
       from (select a.id, coalesce(${GRANTED_BY_AUDIT}, a.certificates_granted) as granted, ${REST} as rest from accounts a
              where a.id in (select account_id from recovered where is_new)) sums
      where b.id = sums.id`,
  );
  return short.map((row) => read.id('acct', row, 'id'));
}
