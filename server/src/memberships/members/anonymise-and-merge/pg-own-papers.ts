/** The certificates that are evidence of only one person. */

import * as read from '../../../database/row-reader.ts';
import type { CertificateId, MemberId } from '../../../kernel/ids.ts';
import type { Tools } from '../../../operations/operation.ts';

/**
 * Finds the certificates that are only about this person. A file that another member's award or checklist also names,
 * such as an attendance list, is not one of them. A file that a member sent belongs to the member, whether or not an
 * activity was reported with it.
 */
export async function readOwnPapers(
  { query }: Pick<Tools, 'query'>,
  memberIds: readonly MemberId[],
): Promise<CertificateId[]> {
  const rows = await query(OWN_PAPERS, [memberIds], 'own-papers');
  return rows.map((row) => read.id('cert', row, 'id'));
}

const OWN_PAPERS = `
  with named as (
    select a.account_id, item ->> 'certificate_id' as id
      from awards a, jsonb_array_elements(a.evidence) item
     where a.member_id = any($1) and a.evidence <> '[]' and item ? 'certificate_id'
    union
    select t.account_id, done.value ->> 'certificate_id'
      from memberships s join membership_terms t on t.membership_id = s.id, jsonb_each(t.checklist) done
     where s.member_id = any($1)
    union
    select e.account_id, e.certificate_id from member_evidence e where e.member_id = any($1))
  select id from named
   where id is not null
     and not exists (
       select from awards other join members m on m.id = other.member_id and m.status <> 'anonymised'
        where other.evidence @> jsonb_build_array(jsonb_build_object('certificate_id', named.id))
          and other.evidence <> '[]' and other.account_id = named.account_id and other.member_id <> all($1))
     and not exists (
       select from membership_terms t join memberships s on s.id = t.membership_id
         join members m on m.id = s.member_id and m.status <> 'anonymised'
        where t.account_id = named.account_id and s.member_id <> all($1)
          and t.checklist @? ('$.*.certificate_id ? (@ == "' || named.id || '")')::jsonpath)`;
