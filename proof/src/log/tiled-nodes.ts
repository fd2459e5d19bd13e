/** Reads nodes of the tree from published tiles, which are enough to compute any root or proof of a log. */

import { ProofError } from '../proof-error.ts';
import type { HashChildren, NodeAddress } from './merkle-log.ts';
import { TILE_WIDTH, type Tile, tilePath } from './tiles.ts';

/** Levels of the tree between a tile's hashes and those of the tile above. */
const TILE_HEIGHT = 8;
const HASH_BYTES = 32;

/** The hashes of one tile, concatenated. They are not trusted: the caller compares the root that they lead to. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array>;

/**
 * Reads the tiles of these nodes, each tile once, and returns a function that finds a node. `size` is the size of the
 * tree, which determines how wide the last tiles are.
 */
export async function readTiledNodes(
  size: number,
  nodes: readonly NodeAddress[],
  readTile: ReadTile,
  hashChildren: HashChildren,
): Promise<(node: NodeAddress) => Uint8Array> {
  const tiles = new Map(
    nodes.map((node) => placeInTiles(size, node).tile).map((tile) => [tilePath(tile), tile]),
  );
  const read = new Map<string, Uint8Array>();
  await Promise.all(
    [...tiles].map(async ([path, tile]) => {
      const bytes = await readTile(tile);
      if (bytes.length !== tile.width * HASH_BYTES)
        throw new ProofError(
          'proof_malformed',
          `${path} has ${bytes.length} bytes instead of ${tile.width * HASH_BYTES}`,
        );
      read.set(path, bytes);
    }),
  );
  return (node) => {
    const { tile, first, count } = placeInTiles(size, node);
    const bytes = read.get(tilePath(tile));
    if (bytes === undefined) throw new ProofError('invalid_argument', 'this node was not asked for');
    return foldPairs(hashesOf(bytes, first, count), hashChildren);
  };
}

/** Finds the tile, and the hashes in it, that make up a complete subtree. */
function placeInTiles(
  size: number,
  { level, index }: NodeAddress,
): { tile: Tile; first: number; count: number } {
  const count = 2 ** (level % TILE_HEIGHT);
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const firstHash = index * count;
  const tileIndex = Math.floor(firstHash / TILE_WIDTH);
  const width = Math.min(Math.floor(size / TILE_WIDTH ** tileLevel) - tileIndex * TILE_WIDTH, TILE_WIDTH);
  return { tile: { level: tileLevel, index: tileIndex, width }, first: firstHash % TILE_WIDTH, count };
}

/** Computes the node above a full tile from the tile's hashes. If the tile was changed, the node differs. */
export function foldTile(bytes: Uint8Array, hashChildren: HashChildren): Uint8Array {
  if (bytes.length !== TILE_WIDTH * HASH_BYTES)
    throw new ProofError(
      'proof_malformed',
      `a full tile has ${TILE_WIDTH * HASH_BYTES} bytes, not ${bytes.length}`,
    );
  return foldPairs(hashesOf(bytes, 0, TILE_WIDTH), hashChildren);
}

function hashesOf(bytes: Uint8Array, first: number, count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, i) =>
    bytes.subarray((first + i) * HASH_BYTES, (first + i + 1) * HASH_BYTES),
  );
}

function foldPairs(hashes: readonly Uint8Array[], hashChildren: HashChildren): Uint8Array {
  let row = hashes;
  while (row.length > 1) {
    const parents: Uint8Array[] = [];
    for (let i = 0; i + 1 < row.length; i += 2) {
      const [left, right] = [row[i], row[i + 1]];
      // The hash is copied, because the hash function may reuse the buffer that it returns.
      if (left !== undefined && right !== undefined) parents.push(Uint8Array.from(hashChildren(left, right)));
    }
    row = parents;
  }
  const [hash] = row;
  if (hash === undefined) throw new ProofError('invalid_argument', 'a subtree has at least one hash');
  return hash;
}
