/**
 * Finds the certificate that already has a time stamp. A unique index prevents an account from adopting the same stamp
 * twice in one mode, even in two requests at the same moment.
 */

import type { Database } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import { digestOfFile } from '../kernel/file-digest.ts';
import type { AccountId, CertificateId } from '../kernel/ids.ts';
import type { CertificateStore } from './ports.ts';

/** A provider gives each time stamp its own serial number (RFC 3161 §2.4.2), so these fields identify one token. */
const sameStamp = (column: 'sha256' | 'long_digest') => `
  select id from certificates
   where account_id = $1 and livemode = $2 and ${column} = $3 and tst_serial = $4 and policy_oid = $5 and gen_time = $6
   order by number limit 1`;

const SAME_STAMP = sameStamp('sha256');
const SAME_LONG_STAMP = sameStamp('long_digest');

export function stampedAlreadyIn(database: Pick<Database, 'query'>): CertificateStore['stampedAlready'] {
  return async ({ accountId, livemode }, file, { serial, policyOid, genTime }) => {
    const { algorithm, value } = digestOfFile(file);
    const params = [accountId, livemode, Buffer.from(value, 'hex'), serial, policyOid, genTime];
    const [row] =
      algorithm === 'SHA-256'
        ? await database.query(SAME_STAMP, params, 'stamped-already')
        : await database.query(SAME_LONG_STAMP, params, 'stamped-already-long');
    return row && read.id('cert', row, 'id');
  };
}

export async function findAdopter(
  database: Pick<Database, 'query'>,
  accountId: AccountId,
  livemode: boolean,
  token: Uint8Array,
): Promise<CertificateId | undefined> {
  const [row] = await database.query(
    'select id from certificates where account_id = $1 and livemode = $2 and adopted_token = $3',
    [accountId, livemode, token],
    'adopter',
  );
  return row && read.id('cert', row, 'id');
}

/** Whether a statement failed because another certificate has adopted the token. */
export function isAdoptedAlready(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'certificates_adopted_token';
}
