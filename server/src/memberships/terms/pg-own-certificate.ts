/** Whether a certificate that a record names as its evidence is the account's own. */

import type { CertificateId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../operations/operation.ts';

export async function isOwnCertificate(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  certificateId: CertificateId,
): Promise<boolean> {
  const rows = await query(
    'select 1 from certificates where account_id = $1 and livemode = $2 and id = $3',
    [accountId, livemode, certificateId],
    'own-certificate',
  );
  return rows.length > 0;
}
