/** Digests of files that are longer than SHA-256. */

import { parseSha256Hex, type Sha256Hex } from './sha256.ts';

declare const brand: unique symbol;

/** A SHA-384 or SHA-512 as 96 or 128 lower-case hexadecimal characters. Its length tells the algorithm. */
export type LongDigestHex = string & { readonly [brand]: 'long digest' };

export type DigestAlgorithm = 'SHA-256' | 'SHA-384' | 'SHA-512';

export function parseLongDigestHex(text: string): LongDigestHex | undefined {
  return /^(?:[0-9a-f]{96}|[0-9a-f]{128})$/i.test(text) ? (text.toLowerCase() as LongDigestHex) : undefined;
}

/** Reads a digest of any of the three algorithms; undefined for anything else. */
export function parseFileDigest(text: string): Sha256Hex | LongDigestHex | undefined {
  return parseSha256Hex(text) ?? parseLongDigestHex(text);
}

export function isLongDigest(digest: Sha256Hex | LongDigestHex): digest is LongDigestHex {
  return digest.length > 64;
}

export function longAlgorithm(digest: LongDigestHex): 'SHA-384' | 'SHA-512' {
  return digest.length === 96 ? 'SHA-384' : 'SHA-512';
}

/** The digest that identifies a file: the one that its time stamp covers. */
export type NamedFile = { sha256: Sha256Hex | undefined; longDigest?: LongDigestHex | undefined };

export function digestOfFile({ sha256, longDigest }: NamedFile): {
  algorithm: DigestAlgorithm;
  value: Sha256Hex | LongDigestHex;
} {
  if (longDigest !== undefined) return { algorithm: longAlgorithm(longDigest), value: longDigest };
  if (sha256 === undefined) throw new Error('A file has no digest');
  return { algorithm: 'SHA-256', value: sha256 };
}
