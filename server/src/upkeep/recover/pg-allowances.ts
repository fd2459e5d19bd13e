/** Allowances after certificates were restored: what was made is known, but grants may be lost. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import { GRANTED_BY_AUDIT, LIVE, RESERVED } from '../../certificates/check/pg-allowance.ts';
import type { Query } from '../../database/pool.ts';
import { boolean, id, number } from '../../database/row-reader.ts';
import { OPERATOR } from '../../kernel/actor.ts';

const REST = `${RESERVED} + ${LIVE}`;

/**
 * Resolves with the accounts whose grants did not cover what they had made; they are granted exactly the difference.
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
    const accountId = id('acct', row, 'id');
    const certificates = number(row, 'lacking');
    await query('update accounts set certificates_granted = certificates_granted + $2 where id = $1', [
      accountId,
      certificates,
    ]);
    // The audit log of an account says what it was granted, from its first entry on.
    if (boolean(row, 'is_told')) {
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
  return short.map((row) => id('acct', row, 'id'));
}
