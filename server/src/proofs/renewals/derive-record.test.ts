import { createHash, randomBytes } from 'node:crypto';
import { buildHashTree } from '@sello/proof';
import { expect, test } from 'vitest';
import { nodeCryptoEngine } from '../../kernel/crypto-node.ts';
import { openRenewal, TILE_HASHES } from './derive-record.ts';
import { hashTile } from './thread/hash-leaves.ts';

/** The tiles of each level over these leaves, the lowest level first. */
async function tilesOver(leaves: readonly Uint8Array[]): Promise<Uint8Array[][]> {
  const cut = (hashes: readonly Uint8Array[]) =>
    Array.from({ length: Math.ceil(hashes.length / TILE_HASHES) }, (_, i) =>
      Buffer.concat(hashes.slice(i * TILE_HASHES, (i + 1) * TILE_HASHES)),
    );
  const levels = [cut(leaves)];
  for (let below = levels[0]!; below.length > 1; below = levels.at(-1)!) {
    const task = { kind: 'roots', hash: 'SHA-256', tiles: below } as const;
    levels.push(cut([...split(await hashTile(nodeCryptoEngine, task))]));
  }
  return levels;
}

function* split(hashes: Uint8Array) {
  for (let i = 0; i < hashes.length; i += 32) yield hashes.subarray(i, i + 32);
}

test.for([1, 2, 1_023, 1_024, 1_025, 2_500])(
  'the lists of a tree of %i leaves are the same from its tiles as from the whole tree',
  async (size) => {
    const leaves = Array.from({ length: size }, () => createHash('sha256').update(randomBytes(8)).digest());
    const whole = await buildHashTree(
      nodeCryptoEngine,
      'SHA-256',
      leaves.map((leaf) => [leaf]),
    );
    const levels = await tilesOver(leaves);
    for (const place of new Set([0, 1, 1_023, 1_024, size - 1].filter((one) => one < size))) {
      const tile = Math.floor(place / TILE_HASHES);
      const tiles = levels.map((level, height) => level[Math.floor(tile / TILE_HASHES ** height)]!);
      const view = { hash: 'SHA-256', tsr: new Uint8Array(0), size, tiles } as const;
      const { leaves: tree, above } = await openRenewal(nodeCryptoEngine, view, tile);
      expect([...tree.reducedFor(place % TILE_HASHES), ...above]).toEqual(
        whole.reducedFor(place).map((list) => list.map((hash) => new Uint8Array(hash)).map(Buffer.from)),
      );
    }
  },
);
