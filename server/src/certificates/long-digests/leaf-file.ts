/** How the leaf of a certificate names its file: by the digest that its time stamp is over. */

import { type LeafFile, toLeafFile } from '@sello/proof';
import { digestOfFile, type LongDigestHex, longAlgorithm, type NamedFile } from '../../kernel/file-digest.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import type { Imprint } from '../../timestamps/ports.ts';

export function leafFileOf(file: NamedFile): LeafFile {
  const { algorithm, value } = digestOfFile(file);
  return toLeafFile(algorithm, Buffer.from(value, 'hex'));
}

/** What a provider is asked to stamp. */
export function imprintOf(file: NamedFile): Imprint {
  const { algorithm, value } = digestOfFile(file);
  return algorithm === 'SHA-256' ? (value as Sha256Hex) : { algorithm, digest: Buffer.from(value, 'hex') };
}

/** Reads the file of a leaf from the columns of a row. */
export function leafFileIn(sha256: Uint8Array | undefined, longDigest: Uint8Array | undefined): LeafFile {
  if (longDigest !== undefined) {
    const hex = Buffer.from(longDigest).toString('hex') as LongDigestHex;
    return toLeafFile(longAlgorithm(hex), longDigest);
  }
  return { fileSha256: sha256 ?? new Uint8Array(0) };
}
