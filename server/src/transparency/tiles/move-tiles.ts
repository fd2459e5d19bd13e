/**
 * Moves full tiles and full bundles of entries, which never change, from the database to the file store. Certifying
 * does not wait for this. The newest rows stay, because most proofs are requested soon after certifying.
 *
 * Crash points. After a kill between writing an object and marking it as stored, the next round finds the object and
 * goes on. After a kill between marking it and deleting its rows, the next round reads the object again and deletes
 * the rows. Rows and mark change in one transaction. A process that has lost the duty can neither mark nor delete,
 * and whatever it still writes is identical.
 */

import type { CryptoEngine } from '@sello/proof';
import { encodeEntryBundle, entryHash, equalBytes, foldTile, TILE_WIDTH, tileNodes } from '@sello/proof';
import type { Turn } from '../../database/duties.ts';
import type { Database } from '../../database/pool.ts';
import { LOG_ROWS_MOVED, noteContract } from '../../database/upgrades/noted-contracts.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import type { MerkleLogStore } from '../ports.ts';
import type { PastGuard } from '../rollback/past-guard.ts';
import { hashChildren } from '../sequence-log.ts';
import { bundleName, type FullTile, inWholeTiles, tileName, tilesBetween } from './full-tiles.ts';
import { dropRows, isOlderPresent, markStored, readTileMarks } from './pg-tile-marks.ts';
import type { LogRows } from './stored-tiles.ts';

export type MoveTilesPorts = {
  database: Database;
  rows: LogRows;
  kept: Pick<KeptObjects, 'read' | 'write'>;
  merkleLog: Pick<MerkleLogStore, 'latestCheckpoint'>;
  pastGuard: Pick<PastGuard, 'check'>;
  crypto: CryptoEngine;
};

export type MoveRules = {
  /** The newest leaves, whose rows stay. */
  keepLeaves: number;
  /** How many leaves are marked, or deleted, in one transaction. */
  portionLeaves: number;
  /** The most transactions per round, because stopping the process waits for the round. */
  portions: number;
};

const USUAL: MoveRules = { keepLeaves: 65_536, portionLeaves: 64 * TILE_WIDTH, portions: 16 };
/** How many objects are written at the same time. */
const AT_ONCE = 16;

/** How many leaves each step has processed. */
export type Moved = { stored: number; dropped: number; waitsForOlder: boolean };

export async function moveTiles(ports: MoveTilesPorts, turn: Turn, rules = USUAL): Promise<Moved> {
  // Nothing is moved if the database was rolled back. Otherwise another history would overwrite the true one, and what
  // is left of the true one would be deleted.
  if ((await ports.pastGuard.check()) !== undefined) return { stored: 0, dropped: 0, waitsForOlder: false };
  const stored = await storeFullTiles(ports, turn, rules);
  return { stored, ...(await dropOldRows(ports, turn, rules)) };
}

async function storeFullTiles(ports: MoveTilesPorts, turn: Turn, rules: MoveRules): Promise<number> {
  const size = (await ports.merkleLog.latestCheckpoint())?.size ?? 0;
  const { stored } = await readTileMarks(ports.database);
  let moved = 0;
  for (const { from, to } of portionsOf(stored, inWholeTiles(size), rules)) {
    await storePortion(ports, from, to);
    await markStored(ports.database, from, to, turn);
    moved += to - from;
  }
  return moved;
}

async function dropOldRows(
  ports: MoveTilesPorts,
  turn: Turn,
  rules: MoveRules,
): Promise<Omit<Moved, 'stored'>> {
  const { stored, dropped } = await readTileMarks(ports.database);
  const end = inWholeTiles(Math.max(stored - rules.keepLeaves, 0));
  let moved = 0;
  for (const { from, to } of portionsOf(dropped, end, rules)) {
    if (!(await mayDrop(ports.database))) return { dropped: moved, waitsForOlder: true };
    // The objects are read again before their rows are deleted, because an object that was stored long ago may have
    // been lost since.
    const bundles = await storePortion(ports, from, to);
    if (!(await dropRows(ports.database, { from, to, bundles }, turn)))
      return { dropped: moved, waitsForOlder: true };
    moved += to - from;
  }
  return { dropped: moved, waitsForOlder: false };
}

/**
 * Whether rows may be deleted: not while a process of an older version runs. Permission is recorded, so that none can
 * start from now on, and the deletion itself checks again.
 */
function mayDrop(database: Database): Promise<boolean> {
  return database.transaction(async (query) => {
    if (await isOlderPresent(query)) return false;
    await noteContract(query, LOG_ROWS_MOVED);
    return true;
  });
}

function portionsOf(from: number, end: number, { portionLeaves, portions }: MoveRules) {
  const count = Math.min(Math.max(Math.ceil((end - from) / portionLeaves), 0), portions);
  return Array.from({ length: count }, (_, i) => {
    const start = from + i * portionLeaves;
    return { from: start, to: Math.min(start + portionLeaves, end) };
  });
}

/**
 * Stores a portion. Resolves once the store has everything, with the bundles that are published. Rows are read one
 * after the other, because certifying needs the connections.
 */
async function storePortion(ports: MoveTilesPorts, from: number, to: number): Promise<number[]> {
  const published: number[] = [];
  let objects: StoredObject[] = [];
  const store = async () => {
    await Promise.all(objects.map((object) => ensureStored(ports.kept, object)));
    objects = [];
  };
  for (const tile of tilesBetween(from, to)) {
    const hashes = await tileInRows(ports, tile);
    objects.push({ name: tileName(tile), bytes: hashes });
    if (tile.level === 0) {
      const entries = await entriesInRows(ports, tile.index, hashes);
      if (entries.length > 0) published.push(tile.index);
      // An empty object marks a bundle that is not published, so that a lost object is never mistaken for one.
      objects.push({ name: bundleName(tile.index), bytes: encodeEntryBundle(entries) });
    }
    if (objects.length >= AT_ONCE) await store();
  }
  await store();
  return published;
}

type StoredObject = { name: string; bytes: Uint8Array };

/**
 * Reads a tile from its rows. Throws if it does not hash to the node above it, so that a wrong tile is not stored.
 */
async function tileInRows({ rows }: MoveTilesPorts, tile: FullTile): Promise<Uint8Array> {
  const { level, firstIndex } = tileNodes({ ...tile, width: TILE_WIDTH });
  const hashes = await rows.readTile(level, firstIndex / TILE_WIDTH, TILE_WIDTH);
  const [above] = await rows.findNodes([{ level: level + 8, index: tile.index }]);
  if (hashes === undefined || above === undefined || !equalBytes(foldTile(hashes, hashChildren), above))
    throw new Error(`${tileName(tile)} does not follow from the rows of the log; run \`sello fsck\``);
  return hashes;
}

/** Reads the entries of a bundle. Undefined if one of them is not published. */
async function entriesInRows(
  { rows, crypto }: MoveTilesPorts,
  index: number,
  leaves: Uint8Array,
): Promise<readonly Uint8Array[]> {
  const entries = (await rows.readEntries(index, TILE_WIDTH)) ?? [];
  const hashes = await Promise.all(entries.map((entry) => entryHash(crypto, entry)));
  if (entries.length > 0 && !equalBytes(Buffer.concat(hashes), leaves))
    throw new Error(`The entries of bundle ${index} do not hash to its leaves; run \`sello fsck\``);
  return entries;
}

/** Stores an object. It counts as stored only after it was read back. */
async function ensureStored(kept: MoveTilesPorts['kept'], { name, bytes }: StoredObject): Promise<void> {
  const isThere = async () => {
    const stored = await kept.read(name);
    return stored !== undefined && equalBytes(stored, bytes);
  };
  if (await isThere()) return;
  await kept.write(name, bytes);
  if (!(await isThere())) throw new Error(`${name} was written to the file store and is not there`);
}
