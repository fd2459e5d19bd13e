/**
 * Renews many evidence records under one stamp. What the stamp must cover of a record depends on the algorithm of the
 * renewal: under the record's own it renews the last stamp, under another one it renews the hash.
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
 * The group of hashes that the tree of a renewal must hold for this record. `digest` is the object's, under the
 * renewal's algorithm. Undefined if the hash is to be renewed and that digest is not known: then this renewal does
 * nothing for the record.
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

/** Puts the stamp of a renewal into the record: into its last chain, or into a new one. */
export async function renewRecord(
  engine: CryptoEngine,
  record: EvidenceRecord,
  stamp: TreeStamp,
): Promise<Uint8Array> {
  return await (lastHashOf(record) === stamp.hash ? renewStamp : renewHash)(engine, record, stamp);
}
