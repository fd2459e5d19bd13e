/** Computes a digest of 32 bytes over the content of a request with an Idempotency-Key. */

import { createHash } from 'node:crypto';
import type { LongDigestHex } from '../kernel/file-digest.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import type { SealWish } from './sealing/seal.ts';
import type { StampWish } from './shared-stamps/stamp-wish.ts';

type Asked = {
  sha256: Sha256Hex | undefined;
  longDigest?: LongDigestHex | undefined;
  name: string;
  mime: string;
  title: string;
  description: string | undefined;
  documentType: string | undefined;
  externalId: string | undefined;
  metadata: Record<string, string>;
  sizeBytes: number | undefined;
  wasSent: boolean;
  adopted?: { tokenSha256: Uint8Array };
  seal?: SealWish | undefined;
  stamp?: StampWish | undefined;
};

/**
 * A digest of the request's content, which is the same for both encodings. Newer fields are included only if they
 * were sent, so that a retry after an upgrade finds the first answer.
 */
export function fingerprintOf(file: Asked): Uint8Array {
  const { externalId, metadata, wasSent, sizeBytes, adopted, seal, stamp } = file;
  const texts = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  const asked = [
    // The longer digest of an adopted stamp is in its token, whose hash is added below.
    file.sha256 ?? file.longDigest,
    file.name,
    file.mime,
    file.title,
    file.description ?? null,
    file.documentType ?? null,
    ...(externalId === undefined && texts.length === 0 ? [] : [{ externalId, metadata: texts }]),
    ...(wasSent ? [] : [{ fingerprintOnly: true, sizeBytes }]),
    ...(adopted === undefined ? [] : [{ adopted: Buffer.from(adopted.tokenSha256).toString('hex') }]),
    ...(seal === undefined ? [] : [{ seal }]),
    ...(stamp === 'shared' ? [{ stamp }] : []),
  ];
  return createHash('sha256').update(JSON.stringify(asked)).digest();
}
