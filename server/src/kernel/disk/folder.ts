/** Folders on the disk: what is in them, and what of that a crash leaves there. */

import * as fs from 'node:fs';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const fsync = promisify(fs.fsync);

/** Makes the names in a folder survive a crash. */
export async function syncFolder(folder: string): Promise<void> {
  // Opening a folder that was just written to touches no disk; a trip to another thread costs more than it does.
  const descriptor = fs.openSync(folder, 'r');
  try {
    await fsync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** None where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
