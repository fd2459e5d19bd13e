/**
 * Finds out whether anything depends on imported members, and deletes them with the memberships that the import opened.
 */

import * as read from '../../../database/row-reader.ts';
import type { MemberId } from '../../../kernel/ids.ts';
import type { Tools } from '../../../operations/operation.ts';

/**
 * The number of members on which something depends: other records name them, they have a membership that was opened
 * later, or something was decided in a membership of theirs. The caller has locked the members.
 */
export async function countInUse(
  { query }: Pick<Tools, 'query'>,
  memberIds: readonly MemberId[],
  importedAt: Date,
): Promise<number> {
  const rows = await query(
    `select count(*)::integer as in_use from unnest($1::text[]) as i (id) join members m on m.id = i.id
      where m.status = 'anonymised'
         or exists (select 1 from awards a where a.member_id = m.id)
         or exists (select 1 from ledger_entries l where l.member_id = m.id)
         or exists (select 1 from documents d where d.member_id = m.id)
         or exists (select 1 from member_requests r where r.member_id = m.id)
         or exists (select 1 from member_evidence e where e.member_id = m.id)
         or exists (select 1 from merged_members g where g.into_id = m.id)
         or exists (
           select 1 from memberships s where s.member_id = m.id and (
             s.created_at > $2 or s.status <> 'active'
             or exists (select 1 from renewals r where r.membership_id = s.id)
             or exists (select 1 from draw_candidates c where c.membership_id = s.id)
             or exists (select 1 from membership_terms t where t.membership_id = s.id
                         and (t.renewal_id is not null or t.extended_until is not null
                              or t.waivers <> '{}' or t.checklist <> '{}'))))`,
    [memberIds, importedAt],
    'count-imported-in-use',
  );
  return read.number(read.firstRow(rows), 'in_use');
}

export async function deleteImported(
  { query }: Pick<Tools, 'query'>,
  memberIds: readonly MemberId[],
): Promise<void> {
  await query(
    'delete from membership_terms t using memberships s where s.id = t.membership_id and s.member_id = any($1)',
    [memberIds],
    'delete-imported-terms',
  );
  await query(
    'delete from memberships where member_id = any($1)',
    [memberIds],
    'delete-imported-memberships',
  );
  await query('delete from members where id = any($1)', [memberIds], 'delete-imported-members');
}
