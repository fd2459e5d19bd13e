/** The append-only log's hashing (RFC 6962 §2.1). */
import { concatBytes, encodeUtf8 } from './bytes.ts';
import type { CryptoEngine } from './crypto-engine.ts';
import { ProofError } from './proof-error.ts';

const LEAF_PREFIX = concatBytes(Uint8Array.of(0x00), encodeUtf8('SELLO-LEAF-v1\0'));

/**
 * SHA256(0x00 ‖ "SELLO-LEAF-v1\0" ‖ salt ‖ SHA-256 of the file ‖ SHA-256 of the TimeStampToken). The salt
 * keeps the public log from telling whether a known file was certified. As prompt as the engine's digest.
 */
export function leafHash(
  engine: CryptoEngine,
  salt: Uint8Array,
  fileSha256: Uint8Array,
  tokenSha256: Uint8Array,
): Uint8Array | Promise<Uint8Array> {
  for (const part of [salt, fileSha256, tokenSha256]) {
    // Fixed lengths keep the concatenation unambiguous.
    if (part.length !== 32) throw new ProofError('invalid_argument', 'every part of a leaf has 32 bytes');
  }
  return engine.digest('SHA-256', concatBytes(LEAF_PREFIX, salt, fileSha256, tokenSha256));
}
