/** Writes small files so that a crash leaves the old one or the new one, never half of one. */

import { open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './folder.ts';

/** Writes a file that only its owner can read. It gets its name only once it is complete and on disk. */
export async function writeWholeFile(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.new`;
  await writeSynced(temporary, 'w', content);
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}

/**
 * Writes a file and resolves once its bytes are on disk; its name is safe only after its folder is synced too. If
 * writing fails, the partly written file is deleted: on a full disk, every attempt would otherwise leave a piece and
 * use up the remaining space.
 */
export async function writeSynced(
  file: string,
  flags: 'w' | 'wx',
  content: string | Uint8Array,
  mode = 0o600,
): Promise<void> {
  const handle = await open(file, flags, mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await unlink(file).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
}
