/**
 * The SHA-256 Merkle tree of RFC 6962 and RFC 9162 §2.1: the hashes of nodes, and the verification of proofs. Leaves
 * are made in leaf.ts.
 */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { concatBytes, equalBytes } from '../encoding/bytes.ts';

/**
 * RFC 9162 §2.1.1 gives leaves and nodes different prefixes. Otherwise a pair of nodes could be presented as a leaf.
 */
export const NODE_PREFIX = Uint8Array.of(0x01);

/** SHA256(0x01 ‖ left ‖ right). Synchronous if the engine's digest is. */
function nodeHash(
  engine: CryptoEngine,
  left: Uint8Array,
  right: Uint8Array,
): Uint8Array | Promise<Uint8Array> {
  return engine.digest('SHA-256', concatBytes(NODE_PREFIX, left, right));
}

/** The side of the path on which a sibling is. */
export type Side = 'left' | 'right';

/**
 * The side of each sibling on the path from leaf `index` up to the root of a tree of `size` leaves
 * (RFC 9162 §2.1.3.2). Undefined if there is no such leaf.
 */
export function inclusionSides(index: number, size: number): readonly Side[] | undefined {
  if (!isCount(index) || !isCount(size) || index >= size) return undefined;
  const sides: Side[] = [];
  let node = index;
  let last = size - 1;
  while (last > 0) {
    if (isOdd(node) || node === last) {
      sides.push('left');
      // A node at the right edge of an incomplete tree has no sibling on these levels, so it moves up unchanged.
      while (!isOdd(node)) [node, last] = [half(node), half(last)];
    } else {
      sides.push('right');
    }
    [node, last] = [half(node), half(last)];
  }
  return sides;
}

/** The leaves from `start` up to, but without, `end`. */
type LeafRange = { start: number; end: number };

/**
 * The leaves under each sibling on the path of `inclusionSides`, in the same order. Undefined if there is no such leaf.
 */
export function inclusionRanges(index: number, size: number): readonly LeafRange[] | undefined {
  if (!isCount(index) || !isCount(size) || index >= size) return undefined;
  const ranges: LeafRange[] = [];
  let [node, last, width] = [index, size - 1, 1];
  while (last > 0) {
    if (isOdd(node) || node === last) {
      while (!isOdd(node)) [node, last, width] = [half(node), half(last), 2 * width];
      ranges.push({ start: (node - 1) * width, end: node * width });
    } else {
      // The sibling at the right edge of the tree may be incomplete.
      ranges.push({ start: (node + 1) * width, end: Math.min((node + 2) * width, size) });
    }
    [node, last, width] = [half(node), half(last), 2 * width];
  }
  return ranges;
}

export type InclusionProof = {
  leaf: Uint8Array;
  index: number;
  size: number;
  /** Siblings from the leaf upwards. */
  path: readonly Uint8Array[];
};

/** The root that a path leads to; undefined if it does not fit this index and size. */
export async function rootFromInclusion(
  engine: CryptoEngine,
  { leaf, index, size, path }: InclusionProof,
): Promise<Uint8Array | undefined> {
  const sides = inclusionSides(index, size);
  if (sides === undefined || sides.length !== path.length || !areHashes([leaf, ...path])) return undefined;
  let hash = leaf;
  for (const [i, sibling] of path.entries()) {
    hash = await (sides[i] === 'left' ? nodeHash(engine, sibling, hash) : nodeHash(engine, hash, sibling));
  }
  return hash;
}

export async function verifyInclusion(
  engine: CryptoEngine,
  proof: InclusionProof,
  root: Uint8Array,
): Promise<boolean> {
  const reached = await rootFromInclusion(engine, proof);
  return reached !== undefined && equalBytes(reached, root);
}

export type TreeHead = { size: number; root: Uint8Array };

/**
 * Whether the second tree is the first one with leaves appended and nothing else changed (RFC 9162 §2.1.4.2). Every
 * tree extends the empty tree, so the path from the empty tree is empty.
 */
export async function verifyConsistency(
  engine: CryptoEngine,
  first: TreeHead,
  second: TreeHead,
  path: readonly Uint8Array[],
): Promise<boolean> {
  if (!isCount(first.size) || !isCount(second.size) || first.size > second.size) return false;
  if (!areHashes([first.root, second.root, ...path])) return false;
  if (first.size === second.size) return path.length === 0 && equalBytes(first.root, second.root);
  if (first.size === 0) return path.length === 0 && equalBytes(first.root, EMPTY_ROOT);
  if (path.length === 0) return false;

  let node = first.size - 1;
  let last = second.size - 1;
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  // A complete first tree is itself a node of the second, so the path does not repeat it.
  const [start = first.root, ...rest] = node === 0 ? [first.root, ...path] : path;
  let firstHash = start;
  let secondHash = start;
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      firstHash = await nodeHash(engine, sibling, firstHash);
      secondHash = await nodeHash(engine, sibling, secondHash);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      secondHash = await nodeHash(engine, secondHash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equalBytes(firstHash, first.root) && equalBytes(secondHash, second.root);
}

/** The root of the empty tree: SHA-256 of the empty string (RFC 9162 §2.1.1). */
export const EMPTY_ROOT: Uint8Array = Uint8Array.of(
  ...[0xe3, 0xb0, 0xc4, 0x42, 0x98, 0xfc, 0x1c, 0x14, 0x9a, 0xfb, 0xf4, 0xc8, 0x99, 0x6f, 0xb9, 0x24],
  ...[0x27, 0xae, 0x41, 0xe4, 0x64, 0x9b, 0x93, 0x4c, 0xa4, 0x95, 0x99, 0x1b, 0x78, 0x52, 0xb8, 0x55],
);

/**
 * Whether a value is a valid count. Counts are plain numbers, which are exact up to 2^53, and JavaScript's bit
 * operators would cut them to 32 bits.
 */
export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

export function half(value: number): number {
  return Math.floor(value / 2);
}

export function isOdd(value: number): boolean {
  return value % 2 === 1;
}

function areHashes(values: readonly Uint8Array[]): boolean {
  return values.every(({ length }) => length === 32);
}
