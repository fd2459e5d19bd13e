/** Forgets what the own page of a member keeps: for whoever is made nobody. */

import { id } from '../../database/row-reader.ts';
import type { CertificateId, MemberId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';

/** Sessions, links, codes, corrections and reminders. Files sent as evidence stay with the awards that name them. */
export async function forgetOwnPage({ query }: Pick<Tools, 'query'>, memberId: MemberId): Promise<void> {
  for (const table of [
    'member_sessions',
    'member_links',
    'member_codes',
    'member_requests',
    'member_reminders',
  ])
    await query(`delete from ${table} where member_id = $1`, [memberId], `forget-${table}-of`);
}

/** Files that were sent as evidence and that no award names. */
export async function readUnusedEvidence(
  { query }: Pick<Tools, 'query'>,
  memberId: MemberId,
): Promise<CertificateId[]> {
  const rows = await query(
    'select certificate_id from member_evidence where member_id = $1 and award_id is null and certificate_id is not null',
    [memberId],
    'unused-evidence',
  );
  return rows.map((row) => id('cert', row, 'certificate_id'));
}
