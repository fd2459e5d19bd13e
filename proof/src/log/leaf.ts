/**
 * The leaf that stands for a certificate in the log, in its three forms. All commit to a secret salt, the file and its
 * time-stamp token; the salt keeps the public log from revealing whether a known file was certified.
 *
 * v1: SHA256(0x00 ‖ "SELLO-LEAF-v1\0" ‖ salt ‖ file ‖ token). The entry that RFC 6962 hashes there contains the digest
 * of a customer's file, so the log cannot publish it. Leaves of this form stay valid for ever, but none are made now.
 * v2: the entry C = SHA256("SELLO-LEAF-v2\0" ‖ salt ‖ file ‖ token), and the leaf SHA256(0x00 ‖ C). C reveals as little
 * as the leaf does, so the log publishes it, and any reader of C2SP tlog-tiles can hash it.
 * v3: as v2, for a time stamp over the SHA-384 or SHA-512 of the file: C = SHA256("SELLO-LEAF-v3\0" ‖ salt ‖ imprint ‖
 * token). The imprint names its algorithm, so a digest is never hashed again to get a SHA-256.
 */

import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { HASHES } from '../crypto/supported-algorithms.ts';
import { concatBytes, encodeUtf8, equalBytes } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { encodeImprint } from './imprint.ts';

export const LEAF_SCHEMES = ['SELLO-LEAF-v1', 'SELLO-LEAF-v2', 'SELLO-LEAF-v3'] as const;

export type LeafScheme = (typeof LEAF_SCHEMES)[number];

/** A digest of a file that is longer than SHA-256. */
export type LongDigest = { algorithm: Exclude<StrongHash, 'SHA-256'>; value: Uint8Array };

/** The digest by which a leaf names its file: the SHA-256, or a longer one in the form v3. */
export type LeafFile =
  | { fileSha256: Uint8Array; fileDigest?: undefined }
  | { fileSha256?: undefined; fileDigest: LongDigest };

/** `salt` and `tokenSha256`, the SHA-256 of the TimeStampToken, have 32 bytes each. */
export type LeafParts = LeafFile & { salt: Uint8Array; tokenSha256: Uint8Array };

/** RFC 6962 §2.1 hashes an entry with this octet in front. */
const ENTRY_PREFIX = Uint8Array.of(0x00);

const BEFORE_SALT: Record<LeafScheme, Uint8Array> = {
  'SELLO-LEAF-v1': concatBytes(ENTRY_PREFIX, encodeUtf8('SELLO-LEAF-v1\0')),
  'SELLO-LEAF-v2': encodeUtf8('SELLO-LEAF-v2\0'),
  'SELLO-LEAF-v3': encodeUtf8('SELLO-LEAF-v3\0'),
};

/**
 * The bytes that are hashed around the file's SHA-256, and the prefix with which the result is hashed again, if it is.
 */
type LeafRecipe = { before: Uint8Array; after: Uint8Array; beforeHash: Uint8Array | undefined };

export function leafRecipe(
  scheme: LeafScheme,
  { salt, tokenSha256 }: Pick<LeafParts, 'salt' | 'tokenSha256'>,
): LeafRecipe {
  const before = concatBytes(BEFORE_SALT[scheme], salt);
  return { before, after: tokenSha256, beforeHash: scheme === 'SELLO-LEAF-v1' ? undefined : ENTRY_PREFIX };
}

/** The form in which a new leaf of this file is made. */
function newLeafScheme({ fileDigest }: LeafFile): 'SELLO-LEAF-v2' | 'SELLO-LEAF-v3' {
  return fileDigest === undefined ? 'SELLO-LEAF-v2' : 'SELLO-LEAF-v3';
}

/** How a leaf, a proof or a bundle names a file that is known by this digest. */
export function toLeafFile(algorithm: StrongHash, value: Uint8Array): LeafFile {
  return algorithm === 'SHA-256' ? { fileSha256: value } : { fileDigest: { algorithm, value } };
}

/** The digest of the file with its algorithm. */
export function stampedDigest(file: LeafFile): { algorithm: StrongHash; value: Uint8Array } {
  return file.fileDigest ?? { algorithm: 'SHA-256', value: file.fileSha256 };
}

/**
 * The entry of a new leaf. It is a commitment, and the only thing about the certificate that the log publishes.
 */
export async function leafEntry(engine: CryptoEngine, parts: LeafParts): Promise<Uint8Array> {
  return hashParts(engine, newLeafScheme(parts), parts);
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

/** The form in which these parts give this leaf; undefined if no form does. */
export async function findLeafScheme(
  engine: CryptoEngine,
  parts: LeafParts,
  leaf: Uint8Array,
): Promise<LeafScheme | undefined> {
  // Tries the newer form first, because most leaves have it.
  for (const scheme of LEAF_SCHEMES.toReversed()) {
    if (isLong(scheme) !== (parts.fileDigest !== undefined)) continue;
    if (equalBytes(await leafHash(engine, scheme, parts), leaf)) return scheme;
  }
  return undefined;
}

/** Whether a leaf of this form names its file by a digest that is longer than SHA-256. */
export function isLong(scheme: LeafScheme): boolean {
  return scheme === 'SELLO-LEAF-v3';
}

async function hashParts(engine: CryptoEngine, scheme: LeafScheme, parts: LeafParts): Promise<Uint8Array> {
  const { salt, tokenSha256 } = parts;
  // Fixed lengths keep the concatenation unambiguous; an imprint states its own length.
  if (salt.length !== 32 || tokenSha256.length !== 32) throw wrongLength();
  return engine.digest(
    'SHA-256',
    concatBytes(BEFORE_SALT[scheme], salt, nameOfFile(scheme, parts), tokenSha256),
  );
}

function nameOfFile(scheme: LeafScheme, { fileSha256, fileDigest }: LeafFile): Uint8Array {
  if (isLong(scheme) !== (fileDigest !== undefined))
    throw new ProofError('invalid_argument', `a leaf of the form ${scheme} names its file by another digest`);
  if (fileDigest === undefined) {
    if (fileSha256.length !== 32) throw wrongLength();
    return fileSha256;
  }
  const { algorithm, value } = fileDigest;
  if (value.length !== HASHES[algorithm].bytes)
    throw new ProofError('invalid_argument', `a ${algorithm} has ${HASHES[algorithm].bytes} bytes`);
  return encodeImprint(algorithm, value);
}

function wrongLength(): ProofError {
  return new ProofError('invalid_argument', 'every part of a leaf must have 32 bytes');
}
