/** Which certificates are the account's own. */

import * as read from '../database/row-reader.ts';
import type { CertificateId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import type { Tools } from '../operations/operation.ts';

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
  return new Set(rows.map((row) => read.text(row, 'id')));
}

export async function readFileNames(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  ids: readonly CertificateId[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await query(
    'select id, file_name from certificates where account_id = $1 and livemode = $2 and id = any($3)',
    [accountId, livemode, ids],
    'own-file-names',
  );
  return new Map(rows.map((row) => [read.text(row, 'id'), read.text(row, 'file_name')]));
}

/** The hashes of the files that these certificates cover, except files that are no longer kept. */
export async function findOwnFiles(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  ids: readonly CertificateId[],
): Promise<Map<string, Sha256Hex>> {
  const rows = await query(
    `select id, sha256 from certificates
      where account_id = $1 and livemode = $2 and id = any($3) and file_erased_at is null`,
    [accountId, livemode, ids],
    'own-files',
  );
  return new Map(rows.map((row) => [read.text(row, 'id'), read.sha256Hex(row, 'sha256')]));
}
