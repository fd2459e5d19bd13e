/** The certificates that are evidence of one member alone. */

import { id } from '../../database/row-reader.ts';
import type { CertificateId, MemberId } from '../../kernel/ids.ts';
import type { Tools } from '../operations/operation.ts';

/** One that an award of somebody else names too is theirs as well, such as a list of those who were there. */
export async function readOwnPapers(
  { query }: Pick<Tools, 'query'>,
  memberId: MemberId,
): Promise<CertificateId[]> {
  const rows = await query(OWN_PAPERS, [memberId], 'own-papers');
  return rows.map((row) => id('cert', row, 'id'));
}

const OWN_PAPERS = `
  select distinct item ->> 'certificate_id' as id
    from awards a, jsonb_array_elements(a.evidence) item
   where a.member_id = $1 and a.evidence <> '[]' and item ? 'certificate_id'
     and not exists (
       select from awards other join members m on m.id = other.member_id and m.status <> 'anonymised'
        where other.evidence @> jsonb_build_array(jsonb_build_object('certificate_id', item ->> 'certificate_id'))
          and other.evidence <> '[]' and other.account_id = a.account_id and other.member_id <> a.member_id)`;
