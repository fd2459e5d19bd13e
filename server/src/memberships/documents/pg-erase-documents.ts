/** Removes the person's data from the documents of a member. */

import * as read from '../../database/row-reader.ts';
import type { CertificateId, MemberId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';

/**
 * Deletes printed content; folio, code and certificate stay. Queued documents are dropped. A document that is being
 * made at this moment is marked, and its file is deleted when its certificate is recorded (`issue-document.ts`).
 * Returns the certificates whose files must be erased.
 */
export async function eraseDocuments(
  { query }: Pick<Tools, 'query'>,
  memberId: MemberId,
  at: Date,
): Promise<CertificateId[]> {
  await query(
    'delete from documents where member_id = $1 and code is null',
    [memberId],
    'drop-documents-of-member',
  );
  const rows = await query(
    `update documents set erased_at = coalesce(erased_at, $2), asked = null, reason = null, message = null, updated_at = $2,
            content = jsonb_build_object('kind', kind, 'council', content -> 'council') || case kind
              when 'diploma' then jsonb_build_object('folio', folio, 'title', case when content ->> 'activity' is null then content -> 'title' else '""' end, 'role', content -> 'role',
                'points', content -> 'points', 'aval', content -> 'aval', 'issued_on', content -> 'issued_on',
                'starts_on', content -> 'starts_on', 'ends_on', content -> 'ends_on', 'hours', content -> 'hours',
                'activity', null, 'provider', case when content ->> 'activity' is null then content -> 'provider' end, 'place', content -> 'place', 'holder', '')
              else '{}' end,
            status = case when status = 'certified' then status else 'failed' end
      where member_id = $1 returning certificate_id`,
    [memberId, at],
    'erase-documents-of-member',
  );
  return rows.flatMap((row) => (row.certificate_id === null ? [] : read.id('cert', row, 'certificate_id')));
}
