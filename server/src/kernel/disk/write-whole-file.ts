/** Writes small files so that a crash leaves the old one or the new one, never half of one. */

import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './folder.ts';

/** The file gets its name only once it is complete and on disk; readable by its owner alone. */
export async function writeWholeFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.new`;
  await writeSynced(temporary, 'w', text);
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}

/** Resolves once the bytes are on disk. The name counts only after its folder is synced too. */
export async function writeSynced(
  file: string,
  flags: 'w' | 'wx',
  content: string | Uint8Array,
): Promise<void> {
  const handle = await open(file, flags, 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
