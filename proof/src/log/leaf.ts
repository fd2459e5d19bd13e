/**
 * The leaf that stands for a certificate in the log, in its two forms. Both commit to a secret salt, the file and its
 * time-stamp token; the salt keeps the public log from revealing whether a known file was certified.
 *
 * v1: SHA256(0x00 ‖ "SELLO-LEAF-v1\0" ‖ salt ‖ file ‖ token). What RFC 6962 hashes there is the digest of a customer's
 *     file, so the log cannot publish it. Leaves of this form stay valid for ever, but no new ones are made.
 * v2: the entry C = SHA256("SELLO-LEAF-v2\0" ‖ salt ‖ file ‖ token), and the leaf SHA256(0x00 ‖ C). C reveals as little
 * as the leaf does, so the log publishes it, and any reader of C2SP tlog-tiles can hash it.
 */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { concatBytes, encodeUtf8, equalBytes } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';

export const LEAF_SCHEMES = ['SELLO-LEAF-v1', 'SELLO-LEAF-v2'] as const;

export type LeafScheme = (typeof LEAF_SCHEMES)[number];

/** Each has 32 bytes; the digests are SHA-256 of the file and of the TimeStampToken. */
export type LeafParts = { salt: Uint8Array; fileSha256: Uint8Array; tokenSha256: Uint8Array };

/** RFC 6962 §2.1 hashes an entry behind this octet. */
const ENTRY_PREFIX = Uint8Array.of(0x00);

const BEFORE_SALT: Record<LeafScheme, Uint8Array> = {
  'SELLO-LEAF-v1': concatBytes(ENTRY_PREFIX, encodeUtf8('SELLO-LEAF-v1\0')),
  'SELLO-LEAF-v2': encodeUtf8('SELLO-LEAF-v2\0'),
};

/** The bytes around the file's digest, and the prefix before the resulting hash; together they give the leaf. */
type LeafRecipe = { before: Uint8Array; after: Uint8Array; beforeHash: Uint8Array | undefined };

export function leafRecipe(
  scheme: LeafScheme,
  { salt, tokenSha256 }: Omit<LeafParts, 'fileSha256'>,
): LeafRecipe {
  const before = concatBytes(BEFORE_SALT[scheme], salt);
  return { before, after: tokenSha256, beforeHash: scheme === 'SELLO-LEAF-v1' ? undefined : ENTRY_PREFIX };
}

/**
 * The entry of a leaf of the form v2. It is a commitment, and the only thing about the certificate that the log
 * publishes.
 */
export async function leafEntry(engine: CryptoEngine, parts: LeafParts): Promise<Uint8Array> {
  return hashParts(engine, 'SELLO-LEAF-v2', parts);
}

/** RFC 6962 §2.1: SHA256(0x00 ‖ entry). */
export async function entryHash(engine: CryptoEngine, entry: Uint8Array): Promise<Uint8Array> {
  return engine.digest('SHA-256', concatBytes(ENTRY_PREFIX, entry));
}

export async function leafHash(
  engine: CryptoEngine,
  scheme: LeafScheme,
  parts: LeafParts,
): Promise<Uint8Array> {
  const hash = await hashParts(engine, scheme, parts);
  return scheme === 'SELLO-LEAF-v1' ? hash : await entryHash(engine, hash);
}

/** The form in which these parts give this leaf; undefined if neither form does. */
export async function findLeafScheme(
  engine: CryptoEngine,
  parts: LeafParts,
  leaf: Uint8Array,
): Promise<LeafScheme | undefined> {
  // Tries the newer form first, because most leaves have it.
  for (const scheme of LEAF_SCHEMES.toReversed()) {
    if (equalBytes(await leafHash(engine, scheme, parts), leaf)) return scheme;
  }
  return undefined;
}

async function hashParts(engine: CryptoEngine, scheme: LeafScheme, parts: LeafParts): Promise<Uint8Array> {
  const { salt, fileSha256, tokenSha256 } = parts;
  // Fixed lengths keep the concatenation unambiguous.
  if (salt.length !== 32 || fileSha256.length !== 32 || tokenSha256.length !== 32) {
    throw new ProofError('invalid_argument', 'every part of a leaf must have 32 bytes');
  }
  return engine.digest('SHA-256', concatBytes(BEFORE_SALT[scheme], salt, fileSha256, tokenSha256));
}
