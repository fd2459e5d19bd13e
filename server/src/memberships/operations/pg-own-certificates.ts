/** Which certificates are the account's own. */

import { text } from '../../database/row-reader.ts';
import type { CertificateId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from './operation.ts';

export async function findOwnCertificates(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  ids: readonly CertificateId[],
): Promise<Set<string>> {
  const rows = await query(
    'select id from certificates where account_id = $1 and livemode = $2 and id = any($3)',
    [accountId, livemode, ids],
    'own-certificates',
  );
  return new Set(rows.map((row) => text(row, 'id')));
}
