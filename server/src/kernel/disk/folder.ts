/** Reads the entries of folders on disk, and makes these entries survive a crash. */

import * as fs from 'node:fs';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const fsync = promisify(fs.fsync);

/** Makes the names in a folder survive a crash: syncing a file alone does not save its name. */
export async function syncFolder(folder: string): Promise<void> {
  // This is synchronous, because opening a folder that was just written to touches no disk, and a trip to another
  // thread costs more.
  const descriptor = fs.openSync(folder, 'r');
  try {
    await fsync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The names in a folder. Empty if there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
