/** Folders on disk: their entries, and making those survive a crash. */

import * as fs from 'node:fs';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const fsync = promisify(fs.fsync);

/** Makes a folder's entries survive a crash. */
export async function syncFolder(folder: string): Promise<void> {
  // Synchronous: opening a folder just written to touches no disk, and a trip to another thread costs more.
  const descriptor = fs.openSync(folder, 'r');
  try {
    await fsync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Empty if there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
