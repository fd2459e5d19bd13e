/**
 * Reads hashes and entries from the file store once their rows are deleted.
 *
 * The store is not trusted. A tile is used only if its 256 hashes fold into the node above it; that node is in a row
 * of the database, or in a tile that was checked in the same way, and the topmost is always in a row. So a changed or
 * replaced tile causes an error in our log and is never served. Entries are compared with the leaves of their tile when
 * they are served (`routes-public-tiles.ts`).
 */

import {
  decodeEntryBundle,
  equalBytes,
  foldTile,
  type NodeAddress,
  ProofError,
  readTiledNodes,
  TILE_WIDTH,
} from '@sello/proof';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import { AppError } from '../../kernel/errors.ts';
import type { MerkleLogStore } from '../ports.ts';
import { hashChildren } from '../sequence-log.ts';
import { bundleName, type FullTile, isWithin, tileName } from './full-tiles.ts';
import type { TileMarks } from './pg-tile-marks.ts';

/** The data that is in the database. */
export type LogRows = Pick<MerkleLogStore, 'readTile' | 'readEntries'> & {
  /** The hashes in the order of the addresses. A hash is undefined if no row has it. */
  findNodes(addresses: readonly NodeAddress[]): Promise<(Uint8Array | undefined)[]>;
};

type TileReads = Pick<MerkleLogStore, 'readNodes' | 'readTile' | 'readEntries'>;

/** The number of cached tiles, 8 KB each. The upper ones are part of every proof. */
const TILES_IN_MEMORY = 512;
const HASH_BYTES = 32;
const TILE_HEIGHT = 8;
/** Every stored tile is full, whatever the size of the log. */
const ANY_SIZE = Number.MAX_SAFE_INTEGER;

/** Reads from rows first, which need no file store, and then from stored tiles. */
export function withStoredTiles(
  rows: LogRows,
  readMarks: () => Promise<TileMarks>,
  kept: Pick<KeptObjects, 'read'> | undefined,
): TileReads {
  const isDropped = makeIsDropped(readMarks);
  const recent = keepRecent<Uint8Array>(TILES_IN_MEMORY);

  const readNodes: TileReads['readNodes'] = async (addresses) => {
    const found = await rows.findNodes(addresses);
    const missing = addresses.filter((_, i) => found[i] === undefined);
    if (missing.length === 0) return found.filter((hash) => hash !== undefined);
    const nodeAt = await readTiledNodes(ANY_SIZE, missing, readFull, hashChildren);
    return addresses.map((address, i) => found[i] ?? nodeAt(address));
  };
  const readFull = async (tile: FullTile): Promise<Uint8Array> => {
    if (kept === undefined || !(await isDropped(tile)))
      throw new Error('The log lacks a node that its size implies');
    const [above] = await readNodes([{ level: TILE_HEIGHT * (tile.level + 1), index: tile.index }]);
    if (above === undefined) throw new Error(`Nothing is known above ${tileName(tile)}`);
    // A tile is cached under the hash into which it must fold. Bytes that were verified stay right, whatever happens
    // to the store and the database.
    return recent(Buffer.from(above).toString('hex'), () => readChecked(kept, tile, above));
  };
  return {
    readNodes,

    async readTile(level, index, width) {
      const stored = await rows.readTile(level, index, width);
      const tile = { level: level / TILE_HEIGHT, index };
      if (stored !== undefined || kept === undefined || !(await isDropped(tile))) return stored;
      return (await readFull(tile)).subarray(0, width * HASH_BYTES);
    },

    async readEntries(index, width) {
      const stored = await rows.readEntries(index, width);
      if (stored !== undefined || kept === undefined || !(await isDropped({ level: 0, index })))
        return stored;
      return (await readBundle(kept, index))?.slice(0, width);
    },
  };
}

async function readChecked(
  kept: Pick<KeptObjects, 'read'>,
  tile: FullTile,
  above: Uint8Array,
): Promise<Uint8Array> {
  const name = tileName(tile);
  const bytes = await readObject(kept, name);
  if (bytes.length !== TILE_WIDTH * HASH_BYTES || !equalBytes(foldTile(bytes, hashChildren), above))
    throw altered(name);
  return bytes;
}

/** All entries of a bundle, not yet compared with their leaves; undefined if the log publishes none. */
async function readBundle(kept: Pick<KeptObjects, 'read'>, index: number): Promise<Uint8Array[] | undefined> {
  const bytes = await readObject(kept, bundleName(index));
  // An empty object marks a bundle without entries, so that a lost object is not taken for one.
  if (bytes.length === 0) return undefined;
  try {
    return decodeEntryBundle(bytes, TILE_WIDTH);
  } catch (error) {
    if (error instanceof ProofError) throw altered(bundleName(index));
    throw error;
  }
}

async function readObject(kept: Pick<KeptObjects, 'read'>, name: string): Promise<Uint8Array> {
  const bytes = await kept.read(name).catch((error) => {
    throw storeAway(error);
  });
  if (bytes === undefined) throw storeAway(new Error(`${name} is not in the file store; see sello fsck`));
  return bytes;
}

function altered(name: string): Error {
  return new Error(
    `${name} in the file store is not what the log signed; nothing of it is used, see sello fsck`,
  );
}

/**
 * The error for a store that cannot be read: a disk is not mounted, or a service is unreachable. Certifying needs
 * neither.
 */
function storeAway(cause: unknown): AppError {
  return new AppError(
    'storage_unavailable',
    {
      en: 'This part of the log is kept in the file store, which cannot be read at the moment. Please try again in {wait}.',
      es: 'Esta parte del registro público se guarda en el almacén de archivos, que no se puede leer en este momento. Intente de nuevo en {wait}.',
    },
    { cause, retryAfterSeconds: 5 },
  );
}

/**
 * Makes a function that tells whether the rows of a tile are deleted. Deleted rows stay deleted, so the marks are
 * read again only for newer tiles.
 */
function makeIsDropped(readMarks: () => Promise<TileMarks>): (tile: FullTile) => Promise<boolean> {
  let dropped = 0;
  return async (tile) => {
    if (!isWithin(dropped, tile)) dropped = (await readMarks()).dropped;
    return isWithin(dropped, tile);
  };
}

/**
 * Concurrent calls for the same tile share one answer; failures are not cached, and the least recently used tile is
 * evicted.
 */
function keepRecent<T>(most: number): (key: string, make: () => Promise<T>) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key, make) => {
    const made = known.get(key) ?? make();
    known.delete(key);
    known.set(key, made);
    made.catch(() => known.delete(key));
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return made;
  };
}
