/** Writes small files so that a crash leaves the old one or the new one, never half of one. */

import { open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './folder.ts';

/** The file gets its name only once it is complete and on disk; readable by its owner alone. */
export async function writeWholeFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.new`;
  await writeSynced(temporary, 'w', text);
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}

/**
 * Resolves once the bytes are on disk. The name counts only after its folder is synced too. A partly written file is
 * deleted: on a full disk, every attempt would otherwise leave a piece and use up the remaining space.
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
