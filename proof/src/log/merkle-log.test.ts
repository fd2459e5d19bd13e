import { describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { readVector } from '../../../tests/harness/read-vector.ts';
import { hashChildren, readRuns, sha256 } from '../../../tests/harness/sample-proof.ts';
import { concatBytes, encodeHex, encodeUtf8, parseHex } from '../encoding/bytes.ts';
import { EMPTY_ROOT, inclusionSides, verifyConsistency, verifyInclusion } from './merkle.ts';
import {
  appendLeaves,
  EMPTY_FRONTIER,
  type Frontier,
  foldNodes,
  type NodeRun,
  planConsistency,
  planInclusion,
  planRoot,
  resolveProof,
} from './merkle-log.ts';

const MAX_SIZE = 70;
const LEAVES = Array.from({ length: MAX_SIZE }, (_, i) => sha256(encodeUtf8(`leaf ${i}`)));

/** The definition of RFC 6962 §2.1, written out without any optimisation. */
function naiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256(new Uint8Array(0));
  if (leaves.length === 1) return leaves[0]!;
  const k = splitAt(leaves.length);
  return sha256(concatBytes(Uint8Array.of(1), naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k))));
}

/** The definition of RFC 6962 §2.1.1, written out without any optimisation. */
function naivePath(m: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length === 1) return [];
  const k = splitAt(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return m < k ? [...naivePath(m, left), naiveRoot(right)] : [...naivePath(m - k, right), naiveRoot(left)];
}

/** The definition of RFC 6962 §2.1.2, written out without any optimisation. */
function naiveSubproof(m: number, leaves: readonly Uint8Array[], b: boolean): Uint8Array[] {
  if (m === leaves.length) return b ? [] : [naiveRoot(leaves)];
  const k = splitAt(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return m <= k
    ? [...naiveSubproof(m, left, b), naiveRoot(right)]
    : [...naiveSubproof(m - k, right, false), naiveRoot(left)];
}

function splitAt(n: number): number {
  return 2 ** Math.floor(Math.log2(n - 1));
}

/** Appends in batches of the given sizes, keeping every run as a store would. */
function grow(batchSizes: readonly number[]): { frontier: Frontier; runs: NodeRun[] } {
  let frontier = EMPTY_FRONTIER;
  const runs: NodeRun[] = [];
  for (const count of batchSizes) {
    const batch = LEAVES.slice(frontier.size, frontier.size + count);
    const appended = appendLeaves(frontier, batch, hashChildren);
    frontier = appended.frontier;
    runs.push(...appended.runs);
  }
  return { frontier, runs };
}

const ALL = grow(Array<number>(MAX_SIZE).fill(1));
const readNode = readRuns(ALL.runs);

test('the roots of the Certificate Transparency reference tree come out', () => {
  const { leaves, roots } = JSON.parse(Buffer.from(readVector('merkle/reference-tree.json')).toString()) as {
    leaves: string[];
    roots: string[];
  };
  const hashes = leaves.map((leaf) => sha256(concatBytes(Uint8Array.of(0), parseHex(leaf)!)));
  const computed = roots.map((_, size) => {
    return encodeHex(
      foldNodes(
        appendLeaves(EMPTY_FRONTIER, hashes.slice(0, size), hashChildren).frontier.nodes,
        hashChildren,
      ),
    );
  });
  expect(computed).toEqual(roots);
});

test('for all sizes up to 70, roots from stored nodes equal those of the definition', () => {
  expect(foldNodes([], hashChildren)).toEqual(EMPTY_ROOT);
  for (let size = 0; size <= MAX_SIZE; size += 1) {
    const root = foldNodes(planRoot(size).map(readNode), hashChildren);
    expect(root).toEqual(naiveRoot(LEAVES.slice(0, size)));
  }
});

test('for all sizes up to 70 and every leaf, inclusion proofs equal the definition and verify', async () => {
  for (let size = 1; size <= MAX_SIZE; size += 1) {
    const leaves = LEAVES.slice(0, size);
    const root = naiveRoot(leaves);
    for (let index = 0; index < size; index += 1) {
      const path = resolveProof(planInclusion(index, size), readNode, hashChildren);
      expect(path).toEqual(naivePath(index, leaves));
      expect(path.length).toBe(inclusionSides(index, size)?.length);
      const proof = { leaf: leaves[index]!, index, size, path };
      expect(await verifyInclusion(nodeEngine, proof, root)).toBe(true);
      expect(await verifyInclusion(nodeEngine, { ...proof, index: (index + 1) % size }, root)).toBe(
        size === 1,
      );
    }
  }
});

test('for all pairs of sizes up to 70, consistency proofs equal the definition and verify', async () => {
  const roots = Array.from({ length: MAX_SIZE + 1 }, (_, size) => naiveRoot(LEAVES.slice(0, size)));
  for (let second = 1; second <= MAX_SIZE; second += 1) {
    for (let first = 1; first <= second; first += 1) {
      const path = resolveProof(planConsistency(first, second), readNode, hashChildren);
      expect(path).toEqual(naiveSubproof(first, LEAVES.slice(0, second), true));
      const heads = [
        { size: first, root: roots[first]! },
        { size: second, root: roots[second]! },
      ] as const;
      expect(await verifyConsistency(nodeEngine, ...heads, path)).toBe(true);
      const forged = { size: second, root: roots[second - 1]! };
      expect(await verifyConsistency(nodeEngine, heads[0], forged, path)).toBe(false);
    }
  }
});

test('batches of any size leave the same nodes and the same frontier', () => {
  for (const batches of [[MAX_SIZE], [1, 2, 3, 4, 60], [35, 35], [64, 6], [63, 1, 6], [0, 69, 0, 1]]) {
    const grown = grow(batches);
    expect(grown.frontier).toEqual(ALL.frontier);
    const read = readRuns(grown.runs);
    for (const { level, firstIndex, hashes } of ALL.runs) {
      for (const [i, hash] of hashes.entries()) expect(read({ level, index: firstIndex + i })).toEqual(hash);
    }
  }
});

test('a batch names each new complete subtree once and no old one', () => {
  const { frontier } = grow([37]);
  const { runs } = appendLeaves(frontier, LEAVES.slice(37, 43), hashChildren);
  expect(runs.map(({ level, firstIndex, hashes }) => [level, firstIndex, hashes.length])).toEqual([
    [0, 37, 6],
    [1, 18, 3],
    [2, 9, 1],
    [3, 4, 1],
  ]);
});

test('a proof reads about one node per level of the tree', () => {
  const size = 1_000_003;
  for (const index of [0, 1, 524_287, 524_288, 999_999, size - 1]) {
    expect(planInclusion(index, size).flat().length).toBeLessThanOrEqual(40);
    expect(planConsistency(index + 1, size).flat().length).toBeLessThanOrEqual(40);
  }
  expect(planRoot(2 ** 53 - 1)).toHaveLength(53);
});

describe('arguments that make no sense are refused', () => {
  test.each([
    ['a leaf beyond the tree', () => planInclusion(7, 7)],
    ['a shrinking log', () => planConsistency(8, 7)],
    ['a negative size', () => planRoot(-1)],
    ['half a leaf', () => planRoot(1.5)],
    [
      'a frontier that does not fit its size',
      () => appendLeaves({ size: 3, nodes: [] }, LEAVES.slice(0, 1), hashChildren),
    ],
    [
      'a leaf that is not a hash',
      () => appendLeaves(EMPTY_FRONTIER, [LEAVES[0]!, new Uint8Array(31)], hashChildren),
    ],
  ])('%s', (_, call) => {
    expect(call).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });
});
