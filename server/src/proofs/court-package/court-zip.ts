/**
 * The archive of a court package. The original is streamed from the store to the caller and never held in memory as a
 * whole.
 */

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { ZipWriter } from '@sello/proof';
import type { CourtFile } from './court-files.ts';

/** The original, which can be opened more than once. */
export type Original = { path: string; sha256: string; open(): Promise<Readable> };

/**
 * Yields the archive. The original is read twice, because the archive needs its checksum first, and so that a damaged
 * or missing original is never handed out as evidence.
 */
export async function* courtZip(
  files: readonly CourtFile[],
  original: Original | undefined,
): AsyncGenerator<Buffer> {
  const measured = original && { ...original, ...(await measure(original)) };
  const zip = new ZipWriter();
  const directory: Uint8Array[] = [];
  for (const { name, content, packed } of files) {
    const { local, central } = zip.begin({
      name,
      size: content.length,
      crc32: packed?.crc32 ?? crc32(content),
      deflatedSize: packed?.deflated.length,
    });
    directory.push(central);
    yield Buffer.concat([local, packed?.deflated ?? content]);
  }
  if (measured !== undefined) {
    const { path: name, size, crc32: sum } = measured;
    const { local, central } = zip.begin({ name, size, crc32: sum });
    directory.push(central);
    yield Buffer.from(local);
    yield* await measured.open();
  }
  yield Buffer.concat([...directory, zip.end()]);
}

async function measure({ sha256, open }: Original): Promise<{ size: number; crc32: number }> {
  const hash = createHash('sha256');
  let [sum, size] = [0, 0];
  for await (const chunk of await open()) {
    hash.update(chunk);
    sum = crc32(chunk, sum);
    size += chunk.length;
  }
  if (hash.digest('hex') !== sha256) throw new Error(`The file ${sha256} in the store is damaged`);
  return { size, crc32: sum };
}
