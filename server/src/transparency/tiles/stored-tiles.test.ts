import { createHash } from 'node:crypto';
import { appendLeaves, EMPTY_FRONTIER, type NodeAddress } from '@sello/proof';
import { beforeEach, expect, test } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import { hashChildren } from '../sequence-log.ts';
import { tileName, tilesBetween, wholeRows } from './full-tiles.ts';
import { type LogRows, withStoredTiles } from './stored-tiles.ts';

/** Two full tiles of level 1, and some more of level 0. */
const SIZE = 2 * 65_536 + 700;
const DROPPED = 2 * 65_536 + 512;

const leaves = Array.from({ length: SIZE }, (_, i) => createHash('sha256').update(`leaf ${i}`).digest());
const tree = appendLeaves(EMPTY_FRONTIER, leaves, hashChildren).runs;
const hashAt = ({ level, index }: NodeAddress) => tree[level]?.hashes[index];
const tileAt = (level: number, index: number) =>
  Buffer.concat(tree[8 * level]!.hashes.slice(index * 256, (index + 1) * 256));

const rows: LogRows = {
  findNodes: async (addresses) =>
    addresses.map((address) =>
      Math.floor(address.index / 32) < wholeRows(address.level, DROPPED) ? undefined : hashAt(address),
    ),
  readTile: async () => undefined,
  readEntries: async () => undefined,
};

let objects: Map<string, Uint8Array>;
let reads: string[];
beforeEach(() => {
  objects = new Map(
    [...tilesBetween(0, DROPPED)].map((tile) => [tileName(tile), tileAt(tile.level, tile.index)]),
  );
  reads = [];
});

const open = () =>
  withStoredTiles(rows, async () => ({ stored: DROPPED, dropped: DROPPED }), {
    async read(name) {
      reads.push(name);
      return objects.get(name);
    },
  });

const spoil = (name: string) => {
  const bytes = Uint8Array.from(objects.get(name)!);
  bytes[5_000] = bytes[5_000]! ^ 1;
  objects.set(name, bytes);
};

test('P98 a node of any level is the same, out of a row or out of a tile', async () => {
  const log = open();
  for (let level = 0; level < 17; level += 1) {
    const indexes = [0, 1, 31, 32, 255, 256, Math.floor(SIZE / 2 ** level) - 1];
    const addresses = indexes.map((index) => ({ level, index })).filter((address) => hashAt(address));
    expect((await log.readNodes(addresses)).map(hex)).toEqual(addresses.map((one) => hex(hashAt(one)!)));
  }
});

test('P98 a tile is read once, and those above it with it', async () => {
  const log = open();
  await log.readNodes([{ level: 0, index: 70_000 }]);
  expect(reads).toEqual(['tile/1/001', 'tile/0/273']);
  await log.readNodes([
    { level: 3, index: 70_000 / 8 },
    { level: 0, index: 70_001 },
  ]);
  expect(reads).toHaveLength(2);
});

test.for(['tile/0/273', 'tile/1/001'])('P98 nothing is read out of %s once it was changed', async (name) => {
  spoil(name);
  await expect(open().readNodes([{ level: 0, index: 70_000 }])).rejects.toThrow(`${name} in the file store`);
  await expect(open().readTile(0, 273, 256)).rejects.toThrow('not what the log signed');
});

test('P98 a whole true tile in the place of another is refused too', async () => {
  objects.set('tile/0/273', objects.get('tile/0/274')!);
  await expect(open().readTile(0, 273, 256)).rejects.toThrow('not what the log signed');
});

test('P98 a change that is undone is forgotten', async () => {
  const log = open();
  const before = objects.get('tile/0/273')!;
  spoil('tile/0/273');
  await expect(log.readTile(0, 273, 3)).rejects.toThrow();
  objects.set('tile/0/273', before);
  expect(await log.readTile(0, 273, 3)).toEqual(before.subarray(0, 96));
});

test('P98 a missing tile is answered like an unreachable store', async () => {
  objects.delete('tile/0/000');
  const refused = await open()
    .readTile(0, 0, 256)
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({ code: 'storage_unavailable' });
});

test('a node that was never moved is missed in the database, and no store is asked', async () => {
  await expect(open().readNodes([{ level: 0, index: SIZE }])).rejects.toThrow('lacks a node');
  expect(await open().readTile(0, 515, 256)).toBeUndefined();
  expect(reads).toEqual([]);
});

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
