/**
 * Hash trees of evidence records (RFC 4998 §4.1). A list of hashes is sorted, joined and hashed; a list of one hash is
 * that hash. There is nothing that tells an object from a node: a file of 64 bytes can be two hashes.
 */

import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { compareBytes, concatBytes } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import type { ReducedTree } from './evidence-record.ts';

/** The hash that a reduced tree leads to (RFC 4998 §4.3): each list takes in what the lists before it came to. */
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
  // Not hashed again, although §4.3 can be read so: no known maker of records does.
  if (only !== undefined && second === undefined) return only;
  return await engine.digest(hash, concatBytes(...[...list].sort(compareBytes)));
}

export type HashTree = {
  hash: StrongHash;
  /** What is to be stamped. */
  root: Uint8Array;
  size: number;
  /** What binds this group to the root. */
  reducedFor(index: number): ReducedTree;
};

/**
 * The tree over these groups of hashes. It is binary, because Bouncy Castle misreads wider ones, and an odd node goes up
 * as it is. A group of several hashes is one object in several parts, or one that is hidden beside random bytes from
 * others who see its hash in their own reduced trees.
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
