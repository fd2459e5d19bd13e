/** Finds a PDF and its sealed copy together, because both have the same content. */

import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { CertificateId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';

const TOGETHER = `
  select unnest($3::text[]) as id union
  select unnest(array[certificate_id, copy_id]) from pdf_seals
   where account_id = $1 and livemode = $2 and status = 'sealed'
     and (certificate_id = any ($3::text[]) or copy_id = any ($3::text[]))`;

/**
 * Returns these certificates with those of their originals or sealed copies. Locks the counter of the account, so a
 * copy that is being certified at this moment is either seen here or finds its original erased.
 */
export async function lockTogether(
  query: Query,
  { accountId, livemode }: Owner,
  certificateIds: readonly CertificateId[],
): Promise<CertificateId[]> {
  await query(
    'select from certificate_counts where account_id = $1 and livemode = $2 for update',
    [accountId, livemode],
    'lock-counter',
  );
  const rows = await query(TOGETHER, [accountId, livemode, certificateIds], 'sealed-together');
  return rows.map((row) => read.id('cert', row, 'id'));
}
