/** Checks that the stamps of an evidence record cover what they should: the object, and the stamps before them. */

import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { compareBytes, concatBytes, encodeHex, equalBytes } from '../encoding/bytes.ts';
import type { ArchiveTimestamp, EvidenceRecord } from './evidence-record.ts';
import { hashOfPast } from './hash-of-past.ts';
import type { Finding } from './record-checks.ts';

/** The object's digest under one of the record's hash algorithms. Undefined if the digest is not known. */
export type ObjectDigest = (hash: StrongHash) => Promise<Uint8Array | undefined>;

type Wanted = { objects: readonly ObjectDigest[]; isWholeGroup?: boolean };

/**
 * Looks for the object in every chain. Checking the last chain alone would not do: anyone who renews the hash algorithm
 * could add an object there. In a later chain, the object's hash is bound to all chains before (RFC 4998 §5.2).
 */
export async function checkObjects(
  engine: CryptoEngine,
  { chains }: EvidenceRecord,
  { objects, isWholeGroup = false }: Wanted,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  let at = 0;
  for (const [i, { stamps }] of chains.entries()) {
    const [first] = stamps;
    const hash = first?.hash;
    if (first !== undefined && hash !== undefined) {
      const leaves = await leavesOf(engine, hash, chains.slice(0, i), objects);
      const because =
        'unknown' in leaves ? `give the file, or its ${hash}` : missing(first, leaves, isWholeGroup, i);
      findings.push(because === undefined ? undefined : { because, at });
    }
    at += stamps.length;
  }
  return findings;
}

async function leavesOf(
  engine: CryptoEngine,
  hash: StrongHash,
  past: EvidenceRecord['chains'],
  objects: readonly ObjectDigest[],
): Promise<Uint8Array[] | { unknown: true }> {
  const hashOfFormer = past.length === 0 ? undefined : await hashOfPast(engine, hash, past);
  const leaves: Uint8Array[] = [];
  for (const digestOf of objects) {
    const digest = await digestOf(hash);
    if (digest === undefined) return { unknown: true };
    leaves.push(
      hashOfFormer === undefined ? digest : await engine.digest(hash, concatBytes(digest, hashOfFormer)),
    );
  }
  return leaves;
}

function missing(
  stamp: ArchiveTimestamp,
  leaves: readonly Uint8Array[],
  isWholeGroup: boolean,
  chain: number,
): string | undefined {
  const list = firstList(stamp);
  const held = new Set(list.map(encodeHex));
  const over = chain === 0 ? 'over the object' : 'over the object and the chains before';
  if (!leaves.every((leaf) => held.has(encodeHex(leaf)))) return `it is not ${over}`;
  return isWholeGroup && !isSameGroup(list, leaves) ? 'the group holds other objects than these' : undefined;
}

/** The hashes that the stamp covers directly. */
function firstList({ reducedTree, token }: ArchiveTimestamp): readonly Uint8Array[] {
  return reducedTree?.[0] ?? [token.info.imprint.digest];
}

function isSameGroup(a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean {
  const sorted = (hashes: readonly Uint8Array[]) => concatBytes(...[...hashes].sort(compareBytes));
  return a.length === b.length && equalBytes(sorted(a), sorted(b));
}

/**
 * RFC 4998 §5.2: a later stamp of a chain covers the token before it. If that token is BER, its hash may be taken over
 * the stored bytes or over the DER, because programs that make records differ.
 */
export async function checkRenewals(engine: CryptoEngine, { chains }: EvidenceRecord): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { stamps } of chains) {
    for (const [i, stamp] of stamps.entries()) {
      const former = stamps[i - 1];
      const isHeld = former === undefined || (await covers(engine, stamp, former));
      findings.push(isHeld ? undefined : { because: 'it is not over the stamp before it' });
    }
  }
  return findings;
}

async function covers(
  engine: CryptoEngine,
  stamp: ArchiveTimestamp,
  former: ArchiveTimestamp,
): Promise<boolean> {
  // The check of digests has already reported this.
  if (stamp.hash === undefined) return true;
  const list = firstList(stamp);
  for (const encoding of new Set([former.tokenDer, former.storedToken])) {
    const wanted = await engine.digest(stamp.hash, encoding);
    if (list.some((hash) => equalBytes(hash, wanted))) return true;
  }
  return false;
}
