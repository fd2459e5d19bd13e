/**
 * The tiles and bundles of a mirrored log in a folder, at the paths at which C2SP tlog-tiles serves them. Of each tile
 * the widest version is kept, because it begins with every narrower one.
 */

import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type EntryBundle, entriesPath, TILE_WIDTH, type Tile, tilePath } from '@sello/proof';
import { writeWholeFile } from '../../kernel/disk/write-whole-file.ts';

export type MirrorFiles = {
  /** Undefined if this width was never stored. */
  readTile(tile: Tile): Promise<Uint8Array | undefined>;
  readEntries(bundle: EntryBundle): Promise<Uint8Array | undefined>;
  /** Once it resolves, the tile survives a crash and a loss of power. */
  writeTile(tile: Tile, bytes: Uint8Array): Promise<void>;
  writeEntries(bundle: EntryBundle, bytes: Uint8Array): Promise<void>;
  /** Deletes the partial versions of a tile or bundle that is stored in this width. */
  dropNarrower(stored: Tile | EntryBundle): Promise<void>;
};

export function openMirrorFiles(folder: string): MirrorFiles {
  const at = (name: string) => path.join(folder, name);
  return {
    readTile: (tile) => readIfThere(at(tilePath(tile))),
    readEntries: (bundle) => readIfThere(at(entriesPath(bundle))),
    writeTile: (tile, bytes) => write(at(tilePath(tile)), bytes),
    writeEntries: (bundle, bytes) => write(at(entriesPath(bundle)), bytes),

    async dropNarrower(stored) {
      const first = { ...stored, width: 1 };
      const parts = path.dirname(at('level' in first ? tilePath(first) : entriesPath(first)));
      if (stored.width === TILE_WIDTH) return rm(parts, { recursive: true, force: true });
      const names = (await readdir(parts).catch(() => [])) as string[];
      for (const name of names)
        if (name !== String(stored.width)) await rm(path.join(parts, name), { force: true });
    },
  };
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeWholeFile(file, bytes);
}

async function readIfThere(file: string): Promise<Uint8Array | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
}
