/** Reads the answers kept for Idempotency-Keys, and the fields of certificates that they repeat. */

import { type Pieced, readPieces, rowsOf, WIDE } from '../../database/check/pg-pieces.ts';
import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { hexOnWire, timeOnWire } from '../../database/wire-forms.ts';
import { type Batches, mapBatches } from '../../kernel/batches.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Certificate } from '../certificate.ts';
import { toFileFacts, toLabels } from '../pg-certificate-rows.ts';
import { SEAL_WISHES, type SealWish } from '../sealing/seal.ts';
import type { StampWish } from '../shared-stamps/stamp-wish.ts';

/** An answer replayed to repeated requests with the same Idempotency-Key. */
export type KeptAnswer = {
  accountId: AccountId;
  where: string;
  fingerprint: Uint8Array;
  status: number;
  headers: unknown;
  body: string;
};

/** The fields of a certificate that an answer repeats, and that the fingerprint of a request covers. */
export type AnsweredCertificate = Pick<
  Certificate,
  'title' | 'description' | 'documentType' | 'externalId' | 'metadata' | 'createdAt' | 'changedAt'
> & {
  file: Omit<Certificate['file'], 'erasedAt'>;
  adopted?: { tokenSha256: Uint8Array };
  seal?: SealWish;
  stamp: StampWish;
};

const KEPT_ANSWERS: Pieced = {
  of: rowsOf('idempotency_keys', ['account_id', 'operation', 'key']),
  sql: `select account_id, operation, fingerprint, status, headers, body from piece
         where status is not null and not sealed and fingerprint <> '' and operation not like 'POST /api/public/v1/batches%'`,
};

export function readKeptAnswers(snapshot: Snapshot): Batches<KeptAnswer> {
  return mapBatches(readPieces(snapshot, KEPT_ANSWERS, WIDE), toKeptAnswer);
}

export async function readAnswered(
  snapshot: Snapshot,
  accountId: AccountId,
  id: string,
): Promise<AnsweredCertificate | undefined> {
  const [row] = await snapshot.query(
    `select title, description, document_type, external_id, metadata, tags, adopted_token, seal, stamp_size, file_name, file_mime, file_size, stated_size,
            ${hexOnWire('sha256')} as sha256, ${hexOnWire('long_digest')} as long_digest, ${timeOnWire('created_at')} as created_at, ${timeOnWire('changed_at')} as changed_at
       from certificates where account_id = $1 and id = $2`,
    [accountId, id],
  );
  return row && toAnsweredCertificate(row);
}

function toKeptAnswer(row: Row): KeptAnswer {
  const accountId = read.idAsStored('acct', row, 'account_id');
  return {
    accountId,
    where: `${accountId} ${read.text(row, 'operation')}`,
    fingerprint: read.bytes(row, 'fingerprint'),
    status: read.number(row, 'status'),
    headers: row.headers,
    body: read.optionalText(row, 'body') ?? '',
  };
}

function toAnsweredCertificate(row: Row): AnsweredCertificate {
  const { tags: _, ...labels } = toLabels(row);
  const seal = SEAL_WISHES.find((one) => one === row.seal);
  // After a recovery, the id of the certificate may follow the hash of the token.
  const tokenSha256 = read.optionalBytes(row, 'adopted_token')?.subarray(0, 32);
  return {
    ...labels,
    ...(tokenSha256 && { adopted: { tokenSha256 } }),
    ...(seal && { seal }),
    stamp: row.stamp_size === null ? 'own' : 'shared',
    file: {
      ...toFileFacts(row),
      sha256: read.optionalDigestHex(row, 'sha256'),
      longDigest: read.optionalLongDigestHex(row, 'long_digest'),
    },
    createdAt: read.wireTime(row, 'created_at'),
    changedAt: read.optionalWireTime(row, 'changed_at'),
  };
}
