/**
 * Arithmetic of a log that stores its complete subtrees. It says which of them make up a root or a proof, and which new
 * ones a batch of leaves adds. The store keeps nodes by level and index, and reads only the nodes named here, about one
 * per level of the tree.
 */

import { ProofError } from '../proof-error.ts';
import { EMPTY_ROOT, half, isCount, isOdd, NODE_PREFIX } from './merkle.ts';

/** The complete subtree over the leaves from `index · 2^level` up to, not including, `(index + 1) · 2^level`. */
export type NodeAddress = { level: number; index: number };

/** Consecutive complete subtrees of one level. */
export type NodeRun = { level: number; firstIndex: number; hashes: readonly Uint8Array[] };

/**
 * SHA256(0x01 ‖ left ‖ right). It is synchronous because the worker that extends the log hashes thousands of nodes in a
 * row.
 */
export type HashChildren = (left: Uint8Array, right: Uint8Array) => Uint8Array;

/** `sha256` must not keep its argument: the buffer is reused for every call. */
export function createHashChildren(sha256: (bytes: Uint8Array) => Uint8Array): HashChildren {
  const input = new Uint8Array(65);
  input.set(NODE_PREFIX);
  return (left, right) => {
    if (left.length !== 32 || right.length !== 32) {
      throw new ProofError('invalid_argument', 'a node of the tree must have 32 bytes');
    }
    input.set(left, 1);
    input.set(right, 33);
    return sha256(input);
  };
}

/** The right edge of the log: all that appending needs. */
export type Frontier = {
  size: number;
  /** The nodes named by `planRoot(size)`, in that order. */
  nodes: readonly Uint8Array[];
};

export const EMPTY_FRONTIER: Frontier = { size: 0, nodes: [] };

/**
 * Adds leaf hashes and returns the subtrees that became complete, including the leaves (level 0). New nodes of
 * a level are consecutive, so each level is one run. Nodes already stored never change.
 */
export function appendLeaves(
  frontier: Frontier,
  leaves: readonly Uint8Array[],
  hashChildren: HashChildren,
): { frontier: Frontier; runs: readonly NodeRun[] } {
  const edge = edgeByLevel(frontier);
  if (leaves.length === 0) return { frontier, runs: [] };
  const runs: NodeRun[] = [];
  let hashes = leaves;
  let firstIndex = frontier.size;
  for (let level = 0; hashes.length > 0; level += 1) {
    runs.push({ level, firstIndex, hashes });
    // If the first index is odd, its left sibling came in an earlier batch and is in the frontier.
    const waiting = isOdd(firstIndex) ? edge.get(level) : undefined;
    hashes = hashPairs(waiting === undefined ? hashes : [waiting, ...hashes], hashChildren);
    firstIndex = half(firstIndex);
  }
  return { frontier: nextFrontier(frontier.size + leaves.length, runs, edge), runs };
}

/** The largest complete subtrees of a tree of `size` leaves, from left to right; none for the empty tree. */
export function planRoot(size: number): readonly NodeAddress[] {
  assertCount(size);
  return subtreeNodes(0, size);
}

/**
 * Which stored nodes a proof needs: one entry per hash of the proof, from the leaf upwards. Each entry lists the nodes
 * that are combined into that hash, usually one.
 */
export type ProofPlan = readonly (readonly NodeAddress[])[];

/** RFC 9162 §2.1.3.1. */
export function planInclusion(index: number, size: number): ProofPlan {
  assertCount(index);
  assertCount(size);
  if (index >= size) {
    throw new ProofError('invalid_argument', `a tree of ${size} leaves has no leaf ${index}`);
  }
  return siblingsAbove(index, 0, size);
}

/** RFC 9162 §2.1.4.1; empty if the first tree is empty or the sizes are equal. */
export function planConsistency(firstSize: number, secondSize: number): ProofPlan {
  assertCount(firstSize);
  assertCount(secondSize);
  if (firstSize > secondSize) {
    throw new ProofError('invalid_argument', `a log of ${firstSize} leaves cannot shrink to ${secondSize}`);
  }
  if (firstSize === 0 || firstSize === secondSize) return [];
  // Begins at the last complete subtree of the first tree. If that subtree is the whole first tree, the verifier
  // already has its hash.
  let node = firstSize - 1;
  let level = 0;
  for (; isOdd(node); level += 1) node = half(node);
  const start = node === 0 ? [] : [[{ level, index: node }]];
  return [...start, ...siblingsAbove(node, level, secondSize)];
}

/** The hashes of a proof whose nodes are listed in `plan`. `read` returns a stored node and throws if it is missing. */
export function resolveProof(
  plan: ProofPlan,
  read: (node: NodeAddress) => Uint8Array,
  hashChildren: HashChildren,
): readonly Uint8Array[] {
  return plan.map((nodes) => foldNodes(nodes.map(read), hashChildren));
}

/**
 * Combines adjacent complete subtrees, largest first, into one hash. Given the nodes of `planRoot`, this is the root.
 */
export function foldNodes(hashes: readonly Uint8Array[], hashChildren: HashChildren): Uint8Array {
  const last = hashes.at(-1);
  if (last === undefined) return EMPTY_ROOT;
  return hashes.slice(0, -1).reduceRight((right, left) => hashChildren(left, right), last);
}

function assertCount(value: number): void {
  if (!isCount(value)) throw new ProofError('invalid_argument', `${value} is not a number of leaves`);
}

function edgeByLevel({ size, nodes }: Frontier): ReadonlyMap<number, Uint8Array> {
  const addresses = planRoot(size);
  if (addresses.length !== nodes.length) {
    throw new ProofError(
      'invalid_argument',
      `the frontier of ${size} leaves must have ${addresses.length} nodes`,
    );
  }
  return new Map(addresses.map(({ level }, i) => [level, nodes[i] ?? EMPTY_ROOT]));
}

function hashPairs(hashes: readonly Uint8Array[], hashChildren: HashChildren): Uint8Array[] {
  const parents: Uint8Array[] = [];
  for (let i = 0; i + 1 < hashes.length; i += 2) {
    const [left, right] = [hashes[i], hashes[i + 1]];
    if (left !== undefined && right !== undefined) parents.push(hashChildren(left, right));
  }
  return parents;
}

function nextFrontier(
  size: number,
  runs: readonly NodeRun[],
  edge: ReadonlyMap<number, Uint8Array>,
): Frontier {
  const nodes = planRoot(size).map(({ level }) => runs[level]?.hashes.at(-1) ?? edge.get(level));
  if (nodes.includes(undefined))
    throw new ProofError('invalid_argument', 'the frontier does not fit its size');
  return { size, nodes: nodes.filter((node) => node !== undefined) };
}

/** The siblings on the path from a node up to the root of a tree of `size` leaves. */
function siblingsAbove(from: number, fromLevel: number, size: number): (readonly NodeAddress[])[] {
  const siblings: (readonly NodeAddress[])[] = [];
  let node = from;
  let width = 2 ** fromLevel;
  for (let level = fromLevel; width < size; level += 1) {
    const right = (node + 1) * width;
    if (isOdd(node)) siblings.push([{ level, index: node - 1 }]);
    else if (right + width <= size) siblings.push([{ level, index: node + 1 }]);
    // This happens at most once per path: the sibling is the rest of the tree to the right, which is not a complete
    // subtree.
    else if (right < size) siblings.push(subtreeNodes(right, size - right));
    node = half(node);
    width *= 2;
  }
  return siblings;
}

/** `start` is a multiple of the largest power of two up to `size`, as for every subtree of RFC 9162. */
function subtreeNodes(start: number, size: number): NodeAddress[] {
  const nodes: NodeAddress[] = [];
  let end = start + size;
  let width = 1;
  for (let level = 0; width <= size; level += 1) {
    if (isOdd(Math.floor(size / width))) {
      end -= width;
      nodes.push({ level, index: end / width });
    }
    width *= 2;
  }
  return nodes.reverse();
}
