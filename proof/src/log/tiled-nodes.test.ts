import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeNaiveTree } from '../../../tests/harness/log-leaves.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { encodeHex } from '../encoding/bytes.ts';
import { verifyConsistency, verifyInclusion } from './merkle.ts';
import {
  createHashChildren,
  foldNodes,
  planConsistency,
  planInclusion,
  planRoot,
  resolveProof,
} from './merkle-log.ts';
import { foldTile, readTiledNodes } from './tiled-nodes.ts';
import { hasTile, type Tile } from './tiles.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const hashChildren = createHashChildren(sha256);
const LEAVES = Array.from({ length: 66_000 }, (_, i) => Uint8Array.from(sha256(Buffer.from(`leaf ${i}`))));
const rootAt = makeNaiveTree(LEAVES);

/** Tiles of a log of `size` leaves, computed leaf by leaf. */
function publish(size: number) {
  const asked: Tile[] = [];
  const hashAt = (level: number, index: number): Uint8Array => {
    if (level === 0) return LEAVES[index]!;
    let row = Array.from({ length: 256 }, (_, i) => hashAt(level - 1, index * 256 + i));
    while (row.length > 1) {
      row = Array.from({ length: row.length / 2 }, (_, i) =>
        Uint8Array.from(hashChildren(row[2 * i]!, row[2 * i + 1]!)),
      );
    }
    return row[0]!;
  };
  const readTile = async (tile: Tile) => {
    asked.push(tile);
    if (!hasTile(size, tile)) throw new Error(`no tile ${JSON.stringify(tile)} in a log of ${size}`);
    return Buffer.concat(
      Array.from({ length: tile.width }, (_, i) => hashAt(tile.level, tile.index * 256 + i)),
    );
  };
  return { asked, readTile };
}

const SIZES = [0, 1, 2, 3, 255, 256, 257, 300, 511, 512, 513, 65_535, 65_536, 65_537, 66_000];

test.for(SIZES)('the root of %d leaves is computed from tiles that such a log has', async (size) => {
  const { readTile } = publish(size);
  const nodes = planRoot(size);
  const found = await readTiledNodes(size, nodes, readTile, hashChildren);
  expect(encodeHex(foldNodes(nodes.map(found), hashChildren))).toBe(encodeHex(rootAt(size)));
});

test('every proof is computed from tiles alone, each read once', async () => {
  for (const [first, size] of [
    [1, 2],
    [3, 300],
    [256, 513],
    [257, 65_537],
    [65_536, 66_000],
  ] as const) {
    const { readTile, asked } = publish(size);
    const plan = planConsistency(first, size);
    const found = await readTiledNodes(size, plan.flat(), readTile, hashChildren);
    const path = resolveProof(plan, found, hashChildren);
    const [older, newer] = [
      { size: first, root: rootAt(first) },
      { size, root: rootAt(size) },
    ];
    expect(await verifyConsistency(nodeEngine, older, newer, path)).toBe(true);
    expect(new Set(asked.map((tile) => JSON.stringify(tile))).size).toBe(asked.length);
    const inclusion = planInclusion(first - 1, size);
    const leaf = LEAVES[first - 1]!;
    const read = await readTiledNodes(size, inclusion.flat(), readTile, hashChildren);
    const proof = { leaf, index: first - 1, size, path: resolveProof(inclusion, read, hashChildren) };
    expect(await verifyInclusion(nodeEngine, proof, newer.root)).toBe(true);
  }
});

test('a tile that is shorter than the size of the log implies is refused', async () => {
  const short = async () => new Uint8Array(32);
  await expect(readTiledNodes(300, planRoot(300), short, hashChildren)).rejects.toMatchObject({
    code: 'proof_malformed',
  });
});

test('a full tile folds into the node above it, and one with any bit changed into another', async () => {
  const { readTile } = publish(LEAVES.length);
  const tile = await readTile({ level: 0, index: 3, width: 256 });
  const above = (await readTile({ level: 1, index: 0, width: 4 })).subarray(96);
  expect(encodeHex(foldTile(tile, hashChildren))).toBe(encodeHex(above));
  for (const at of [0, 31, 4_095, 8_191]) {
    const changed = Uint8Array.from(tile);
    changed[at] = changed[at]! ^ 1;
    expect(encodeHex(foldTile(changed, hashChildren))).not.toBe(encodeHex(above));
  }
  expect(() => foldTile(tile.subarray(32), hashChildren)).toThrow('8192 bytes');
});
