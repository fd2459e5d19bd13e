/** Simulates a log of a billion equal leaves: all nodes of a level are then equal, so none has to be stored. */

import {
  appendLeaves,
  EMPTY_FRONTIER,
  foldNodes,
  type NodeAddress,
  planInclusion,
  planRoot,
  resolveProof,
  TILE_WIDTH,
  verifyInclusion,
} from '../proof/src/index.ts';
import { nodeCryptoEngine } from '../server/src/kernel/crypto-node.ts';
import { hashChildren } from '../server/src/transparency/sequence-log.ts';
import { seededRandom } from './arrivals.ts';

/** Hashes in a row of `log_nodes`. */
const CHUNK = 32;

export type SimulatedLog = {
  size: number;
  longestProof: number;
  /** Rows of `log_nodes`, and tiles, that the most expensive proof reads. */
  mostRows: number;
  mostTiles: number;
  tiles: number;
  tileBytes: number;
  nodeRows: number;
  proofsVerified: number;
};

/** Plans, resolves and verifies real inclusion proofs; throws if one does not lead to the root. */
export async function simulateLog(size: number, proofs: number, seed: number): Promise<SimulatedLog> {
  const leaf = Buffer.alloc(32, 7);
  const nodes: Uint8Array[] = [leaf];
  const read = ({ level }: NodeAddress): Uint8Array => {
    for (let below = nodes.at(-1) ?? leaf; nodes.length <= level; below = nodes.at(-1) ?? leaf) {
      nodes.push(hashChildren(below, below));
    }
    return nodes[level] ?? leaf;
  };
  const root = foldNodes(planRoot(size).map(read), hashChildren);
  const random = seededRandom(seed);
  const log = { longestProof: 0, mostRows: 0, mostTiles: 0 };
  for (let i = 0; i < proofs; i += 1) {
    const index = Math.floor(random() * size);
    const plan = planInclusion(index, size);
    const path = resolveProof(plan, read, hashChildren);
    const isGood = await verifyInclusion(nodeCryptoEngine, { leaf, index, size, path }, root);
    if (!isGood) throw new Error(`The proof of leaf ${index} of ${size} does not lead to the root`);
    log.longestProof = Math.max(log.longestProof, path.length);
    log.mostRows = Math.max(log.mostRows, distinct(plan.flat(), CHUNK, 1));
    log.mostTiles = Math.max(log.mostTiles, distinct(plan.flat(), TILE_WIDTH, 8));
  }
  return { size, ...log, ...countPieces(size), proofsVerified: proofs };
}

/** Leaves per second when one core only builds the tree, as in a rebuild. */
export function measureRebuild(leaves: number): number {
  const batch = Array.from({ length: 10_000 }, (_, i) => Buffer.alloc(32, i));
  let frontier = EMPTY_FRONTIER;
  const before = process.cpuUsage();
  while (frontier.size < leaves) frontier = appendLeaves(frontier, batch, hashChildren).frontier;
  const { user, system } = process.cpuUsage(before);
  return frontier.size / ((user + system) / 1e6);
}

/** A node inside a tile is computed from the tile's lowest level, so it is counted at that level. */
function distinct(addresses: readonly NodeAddress[], width: number, levels: number): number {
  return new Set(
    addresses.map(({ level, index }) => {
      const base = level - (level % levels);
      return `${base}/${Math.floor((index * 2 ** (level - base)) / width)}`;
    }),
  ).size;
}

function countPieces(size: number): { tiles: number; tileBytes: number; nodeRows: number } {
  let tiles = 0;
  let tileBytes = 0;
  for (let hashes = size; hashes >= 1; hashes = Math.floor(hashes / TILE_WIDTH)) {
    tiles += Math.ceil(hashes / TILE_WIDTH);
    tileBytes += hashes * 32;
  }
  let nodeRows = 0;
  for (let hashes = size; hashes >= 1; hashes = Math.floor(hashes / 2)) nodeRows += Math.ceil(hashes / CHUNK);
  return { tiles, tileBytes, nodeRows };
}
