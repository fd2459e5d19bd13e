import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './folder.ts';

/** The file gets its name only once it is complete and on disk; readable by its owner alone. */
export async function writeWholeFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.new`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}
