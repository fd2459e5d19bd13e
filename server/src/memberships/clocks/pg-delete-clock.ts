/** Deletes the rows of members under a test clock, and the clock. */

import type { ClockId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';

const MEMBERS = 'select id from members where account_id = $1 and clock_id = $2';
const MEMBERSHIPS = `select id from memberships where member_id in (${MEMBERS})`;

/**
 * The order matters: rows that refer to another row are deleted before it. Rows that refer only to members or awards
 * are deleted by their foreign keys.
 */
const STATEMENTS = [
  `delete from documents where member_id in (${MEMBERS})`,
  `delete from member_requests where member_id in (${MEMBERS})`,
  `delete from member_evidence where member_id in (${MEMBERS})`,
  `delete from awards where member_id in (${MEMBERS})`,
  `delete from ledger_entries where member_id in (${MEMBERS})`,
  `delete from renewals where membership_id in (${MEMBERSHIPS})`,
  `delete from membership_terms where membership_id in (${MEMBERSHIPS})`,
  `delete from memberships where member_id in (${MEMBERS})`,
  'delete from members where account_id = $1 and clock_id = $2',
  'delete from clocks where account_id = $1 and id = $2',
];

/** The caller has locked the clock and its members. */
export async function deleteMembersUnder(
  { query }: Pick<Tools, 'query'>,
  { accountId }: Owner,
  clockId: ClockId,
): Promise<void> {
  for (const statement of STATEMENTS) await query(statement, [accountId, clockId]);
}
