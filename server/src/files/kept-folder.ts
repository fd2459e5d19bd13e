/** Keeps objects of the log in a local folder, beside the files: `log/<name>`. */

import { readdir, readFile, unlink } from 'node:fs/promises';
import path from 'node:path';
import { namesIn, syncFolder } from '../kernel/disk/folder.ts';
import { assertKeptName, type KeptObjects } from '../kernel/disk/kept-objects.ts';
import { writeSynced } from '../kernel/disk/write-whole-file.ts';
import { giveName } from './blobs-folder.ts';
import { rethrowAsDiskError } from './storage-failure.ts';

/** Opens the objects in `folder`, which is the folder of the files. `openBlobFolder` has created its contents. */
export function openKeptFolder(folder: string, newName: () => string): KeptObjects {
  const pathOf = (name: string) => {
    assertKeptName(name);
    return path.join(folder, 'log', name);
  };
  return {
    read: (name) => readFile(pathOf(name)).catch(unlessMissing).catch(rethrowAsDiskError),

    write: (name, bytes) =>
      writeWhole(path.join(folder, 'incoming', newName()), pathOf(name), bytes).catch(rethrowAsDiskError),

    async list(start) {
      const parent = pathOf(start.replace(/\/$/, ''));
      const found = (await namesIn(parent)).length === 0 ? [] : await filesUnder(parent);
      return found.map((file) => `${start}${file}`).sort();
    },

    async remove(name) {
      const file = pathOf(name);
      await unlink(file).then(() => syncFolder(path.dirname(file)), unlessMissing);
    },
  };
}

/**
 * Writes an object.
 *
 * Crash points: before the rename there is a temporary file, which the sweep of uploads deletes, and the old object
 * is unchanged. After it the new object is complete. The name survives a crash once the folder is on disk.
 */
async function writeWhole(temporary: string, named: string, bytes: Uint8Array): Promise<void> {
  await writeSynced(temporary, 'wx', bytes);
  await giveName(temporary, named).catch(async (error) => {
    await unlink(temporary).catch(() => {});
    throw error;
  });
  await syncFolder(path.dirname(named));
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
