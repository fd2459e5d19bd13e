/** Checks of an evidence record that do not need its object: hash algorithms, the order of times, and trees. */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { HASHES } from '../crypto/supported-algorithms.ts';
import { equalBytes } from '../encoding/bytes.ts';
import type { ArchiveTimestamp, EvidenceRecord } from './evidence-record.ts';
import { foldReducedTree } from './hash-tree.ts';

/**
 * What is wrong with a stamp. `at` is the number of the stamp, counted from 0. If it is absent, the position of the
 * finding in its list is the number.
 */
export type Finding = { because: string; at?: number; isUncheckable?: boolean } | undefined;

export type Placed = {
  stamp: ArchiveTimestamp;
  /** The number of the stamp, counted from 0 through all chains. */
  at: number;
  /** The first stamp of the same chain, which determines the chain's hash algorithm. */
  first: ArchiveTimestamp;
};

/** All stamps, the oldest first. */
export function placeStamps({ chains }: EvidenceRecord): Placed[] {
  const placed: Placed[] = [];
  for (const { stamps } of chains) {
    const [first] = stamps;
    for (const stamp of first === undefined ? [] : stamps) {
      placed.push({ stamp, at: placed.length, first: first ?? stamp });
    }
  }
  return placed;
}

/** Each chain uses one hash algorithm (RFC 4998 §5.1), and the record lists every algorithm in use (§3.1). */
export function checkDigests(placed: readonly Placed[], { digestOids }: EvidenceRecord): Finding[] {
  const listed = new Set(digestOids);
  return placed.map(({ stamp, first }) => {
    const { hash, hashOid, reducedTree, token } = stamp;
    if (hash === undefined) return { because: `the digest ${hashOid} is weak or unknown` };
    if (hashOid !== first.hashOid) return { because: `${hash} in a chain of ${first.hash ?? first.hashOid}` };
    if (!listed.has(hashOid)) return { because: `${hash} is not among the digests that the record lists` };
    if (token.info.imprint.algorithmOid !== hashOid) {
      return { because: `the tree is by ${hash}, the time stamp by ${token.info.imprint.algorithmOid}` };
    }
    const wrong = reducedTree?.flat().find(({ length }) => length !== HASHES[hash].bytes);
    return wrong && { because: `a hash of ${wrong.length} bytes in a tree of ${hash}` };
  });
}

export function checkOrder(placed: readonly Placed[], at: Date): Finding[] {
  return placed.map(({ stamp }, i) => {
    const { genTime, genTimeText } = stamp.token.info;
    const before = placed[i - 1]?.stamp.token.info;
    if (before !== undefined && genTime < before.genTime) {
      return { because: `made on ${genTimeText}, before the one that it renews` };
    }
    return genTime > at
      ? { because: `made on ${genTimeText}, after the day of the verification` }
      : undefined;
  });
}

export async function checkTree(engine: CryptoEngine, placed: readonly Placed[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { stamp } of placed) {
    const { hash, reducedTree, token } = stamp;
    if (hash === undefined || reducedTree === undefined) {
      findings.push(undefined);
      continue;
    }
    const root = await foldReducedTree(engine, hash, reducedTree);
    const isStamped = equalBytes(root, token.info.imprint.digest);
    findings.push(isStamped ? undefined : { because: 'the reduced tree does not lead to the hash stamped' });
  }
  return findings;
}
