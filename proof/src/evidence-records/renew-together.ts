/**
 * Renews many evidence records with one stamp. What the stamp must cover depends on the algorithm of the renewal: with
 * the record's own algorithm it renews the last stamp, with another one it renews the hash algorithm.
 */

import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import type { EvidenceRecord } from './evidence-record.ts';
import {
  hashRenewalHashes,
  lastHashOf,
  renewHash,
  renewStamp,
  stampRenewalHashes,
  type TreeStamp,
} from './make-record.ts';

/**
 * The group of hashes that a renewal's tree must contain for this record. `digest` is the object's digest by the
 * renewal's algorithm. Undefined if the hash algorithm must be renewed but that digest is not known: then the record
 * cannot be renewed.
 */
export async function renewalGroup(
  engine: CryptoEngine,
  record: EvidenceRecord,
  hash: StrongHash,
  digest: Uint8Array | undefined,
): Promise<Uint8Array[] | undefined> {
  if (lastHashOf(record) === hash) return (await stampRenewalHashes(engine, record)).hashes;
  if (digest === undefined) return undefined;
  return await hashRenewalHashes(engine, record, hash, [digest]);
}

/** Adds the stamp of a renewal to the record: to its last chain, or as a new chain. */
export async function renewRecord(
  engine: CryptoEngine,
  record: EvidenceRecord,
  stamp: TreeStamp,
): Promise<Uint8Array> {
  return await (lastHashOf(record) === stamp.hash ? renewStamp : renewHash)(engine, record, stamp);
}
