/** Gives a certificate another public code. The old one leads nowhere from then on. */

import type { Query } from '../../database/pool.ts';
import type { AccountId, CertificateId } from '../../kernel/ids.ts';

export async function movePage(
  query: Query,
  accountId: AccountId,
  id: CertificateId,
  code: string,
  at: Date,
): Promise<void> {
  await query(
    `with moved as (
       update certificates set code = $3, changed_at = $4 where account_id = $1 and id = $2 returning 1
     )
     update certificate_codes set code = $3
      where account_id = $1 and certificate_id = $2 and exists (select from moved)
        and code = (select code from certificates where account_id = $1 and id = $2)`,
    [accountId, id, code, at],
    'move-public-page',
  );
}
