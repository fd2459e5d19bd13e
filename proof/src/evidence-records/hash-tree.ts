/**
 * Hash trees of evidence records (RFC 4998 §4.1). The hashes of a list are sorted, joined and hashed; the hash of a
 * list of one is that one hash. Nothing distinguishes an object from a node: a file of 64 bytes can consist of two
 * hashes.
 */

import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { compareBytes, concatBytes } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import type { ReducedTree } from './evidence-record.ts';

/** The hash that a reduced tree leads to (RFC 4998 §4.3). The result of each list is added to the list after it. */
export async function foldReducedTree(
  engine: CryptoEngine,
  hash: StrongHash,
  tree: ReducedTree,
): Promise<Uint8Array> {
  let carried: Uint8Array | undefined;
  for (const list of tree) {
    carried = await hashOfList(engine, hash, carried === undefined ? list : [...list, carried]);
  }
  if (carried === undefined) throw new ProofError('invalid_argument', 'a reduced tree has at least one list');
  return carried;
}

async function hashOfList(
  engine: CryptoEngine,
  hash: StrongHash,
  list: readonly Uint8Array[],
): Promise<Uint8Array> {
  const [only, second] = list;
  // A single hash is used as it is. RFC 4998 §4.3 can be read as asking to hash it once more, but no known software
  // that makes evidence records does so.
  if (only !== undefined && second === undefined) return only;
  return await engine.digest(hash, concatBytes(...[...list].sort(compareBytes)));
}

export type HashTree = {
  hash: StrongHash;
  /** The hash that a time stamp must cover. */
  root: Uint8Array;
  size: number;
  /** The part of the tree that connects the group at this index with the root. */
  reducedFor(index: number): ReducedTree;
};

/**
 * Builds the tree over these groups of hashes. The tree is binary, because Bouncy Castle misreads wider ones, and an
 * odd node moves up unchanged. A group of several hashes is one object in several parts, or an object beside random
 * bytes. The owners of other objects see the hash of the group in their reduced trees, and the random bytes keep them
 * from guessing the object.
 */
export async function buildHashTree(
  engine: CryptoEngine,
  hash: StrongHash,
  groups: readonly (readonly Uint8Array[])[],
): Promise<HashTree> {
  const leaves: Uint8Array[] = [];
  for (const group of groups) {
    if (group.length === 0) throw new ProofError('invalid_argument', 'a group has no hash');
    leaves.push(await hashOfList(engine, hash, group));
  }
  const levels = [leaves];
  let level = leaves;
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) {
      above.push(await hashOfList(engine, hash, level.slice(i, i + 2)));
    }
    levels.push(above);
    level = above;
  }
  const [root] = level;
  if (root === undefined) throw new ProofError('invalid_argument', 'a hash tree needs a group');
  return { hash, root, size: groups.length, reducedFor: (index) => reduce(groups, levels, index) };
}

function reduce(
  groups: readonly (readonly Uint8Array[])[],
  levels: readonly (readonly Uint8Array[])[],
  index: number,
): ReducedTree {
  const group = groups[index];
  if (group === undefined) throw new ProofError('invalid_argument', `the tree has no group ${index}`);
  const siblings = levels.flatMap((level, height) => {
    const sibling = level[Math.floor(index / 2 ** height) ^ 1];
    return sibling === undefined ? [] : [[sibling]];
  });
  return [group, ...siblings];
}
