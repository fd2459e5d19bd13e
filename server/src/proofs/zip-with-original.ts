/**
 * A ZIP archive with an original, such as a court package. The original is streamed from the store to the caller and never
 * held in memory as a whole.
 */

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type PackedFile, ZipWriter } from '@sello/proof';
import { makeFindOriginal } from '../certificates/read-certificates.ts';
import { assertStored, openFile } from '../files/file-links.ts';
import type { BlobStore } from '../files/ports.ts';
import type { ProofSubject } from './blockchain-proof.ts';

/** A file beside the original; `packed` if it is compressed. */
export type SmallFile = { name: string; content: Uint8Array; packed?: PackedFile };

/** The original, which can be opened more than once. */
type Original = { path: string; sha256: string; open(): Promise<Readable> };

type OriginalPorts = { blobs: BlobStore } & Parameters<typeof makeFindOriginal>[0];

/** The original of a certificate, which is called `path` in the archive. */
export function originalAt(
  ports: OriginalPorts,
  { accountId, certificate }: Pick<ProofSubject, 'accountId' | 'certificate'>,
  path: string,
): Original {
  assertStored(certificate);
  const { sha256 } = certificate.file;
  const store = { blobs: ports.blobs, findOriginal: makeFindOriginal(ports) };
  const owner = { accountId, livemode: certificate.livemode };
  return {
    path,
    sha256,
    open: () => openFile(store, owner, certificate, undefined),
  };
}

/**
 * Yields the archive. The original is read twice, because the archive needs its checksum first, and so that a damaged
 * or missing original is never handed out as evidence.
 */
export async function* zipWithOriginal(
  files: readonly SmallFile[],
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
