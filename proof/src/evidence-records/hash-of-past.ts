/** The hash of a record's former chains. When the hash algorithm is renewed, each object is bound to this hash. */

import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { derSequence } from '../encoding/der-writer.ts';
import type { ArchiveTimestampChain } from './evidence-record.ts';

/** The digest of these chains, encoded as one sequence (RFC 4998 §5.2, step 4). */
export async function hashOfPast(
  engine: CryptoEngine,
  hash: StrongHash,
  chains: readonly ArchiveTimestampChain[],
): Promise<Uint8Array> {
  const encoded = chains.map(({ stamps }) => derSequence(...stamps.map(({ der }) => der)));
  return await engine.digest(hash, derSequence(...encoded));
}
