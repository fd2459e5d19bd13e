/**
 * An archive that is written while it is sent. Its entries are stored without compression and its directory comes at
 * the end, so an archive that was cut off cannot be opened.
 */

import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { ZipWriter } from '@sello/proof';

/** A file of the archive. `open` must give the same bytes every time. */
export type ZippedFile =
  | { name: string; content: Uint8Array }
  | { name: string; open(): Promise<Readable | undefined> };

type OpenedFile = Extract<ZippedFile, { open: unknown }>;

/** Writes the archive. A file that was erased in the meantime is left out. */
export async function* zipFiles(files: AsyncIterable<ZippedFile>): AsyncGenerator<Buffer> {
  const zip = new ZipWriter();
  const directory: Uint8Array[] = [];
  for await (const file of files) {
    const measured = 'content' in file ? measureBytes(file.content) : await measure(file);
    if (measured === undefined) continue;
    const { local, central } = zip.begin({ name: file.name, ...measured });
    directory.push(central);
    yield Buffer.from(local);
    if ('content' in file) yield Buffer.from(file.content);
    else yield* contentOf(file);
  }
  yield Buffer.concat([...directory, zip.end()]);
}

type Measured = { size: number; crc32: number };

function measureBytes(content: Uint8Array): Measured {
  return { size: content.length, crc32: crc32(content) };
}

/**
 * Reads a file to get its size and checksum. These come before the content, so the file is read twice: that needs
 * less memory than holding it.
 */
async function measure({ open }: OpenedFile): Promise<Measured | undefined> {
  const stream = await open();
  if (stream === undefined) return undefined;
  let [size, sum] = [0, 0];
  for await (const chunk of stream) {
    sum = crc32(chunk, sum);
    size += chunk.length;
  }
  return { size, crc32: sum };
}

async function* contentOf({ name, open }: OpenedFile): AsyncGenerator<Buffer> {
  const stream = await open();
  if (stream === undefined) throw new Error(`${name} was erased while it was sent`);
  for await (const chunk of stream) yield Buffer.from(chunk);
}
