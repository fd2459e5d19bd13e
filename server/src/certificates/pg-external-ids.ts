/**
 * Finds the certificate that has an external id. A unique index keeps two certificates of an account and mode from
 * having the same id.
 */

import type { Database } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import type { AccountId, CertificateId } from '../kernel/ids.ts';
import type { WantedId } from './ports.ts';

export async function findExternalId(
  database: Pick<Database, 'query'>,
  accountId: AccountId,
  { livemode, externalId }: WantedId,
): Promise<CertificateId | undefined> {
  const [row] = await database.query(
    'select id from certificates where account_id = $1 and livemode = $2 and external_id = $3',
    [accountId, livemode, externalId],
    'external-id',
  );
  return row && read.id('cert', row, 'id');
}

/** Whether a statement failed because another certificate has the external id. */
export function isExternalIdTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'certificates_external_id';
}
