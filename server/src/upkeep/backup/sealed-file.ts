/**
 * Reads and writes a file of an encrypted backup. It has the format of encrypted originals, and is bound to its name
 * in the backup.
 */

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Transform } from 'node:stream';
import {
  CHUNK_BYTES,
  FOOTER_BYTES,
  makeSealer,
  SEALED_CHUNK_BYTES,
  SealBroken,
  sealedChunkBytes,
  sealFooter,
  unsealChunk,
  unsealFooter,
} from '../../files/seal.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';

const TAG_BYTES = SEALED_CHUNK_BYTES - CHUNK_BYTES;

export function sealing(key: Uint8Array, name: string, randomBytes: RandomBytes): Transform {
  const fileKey = randomBytes(32);
  const sealer = makeSealer(fileKey);
  let sizeBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      sizeBytes += chunk.length;
      for (const piece of sealer.push(chunk)) this.push(piece);
      done();
    },
    flush(done) {
      for (const piece of sealer.end()) this.push(piece);
      this.push(sealFooter(key, randomBytes(12), placeOf(name), fileKey, sizeBytes));
      done();
    },
  });
}

/** Decrypts a file. Throws `SealBroken` if it was changed, or was given the name of another file. */
export async function* unseal(file: FileHandle, key: Uint8Array, name: string): AsyncGenerator<Uint8Array> {
  const { size: storedBytes } = await file.stat();
  const footer = await read(file, storedBytes - FOOTER_BYTES, FOOTER_BYTES);
  const { fileKey, sizeBytes } = unsealFooter(key, placeOf(name), footer);
  const chunks = Math.ceil(sizeBytes / CHUNK_BYTES);
  if (storedBytes !== sizeBytes + chunks * TAG_BYTES + FOOTER_BYTES) throw new SealBroken('its length');
  for (let index = 0; index < chunks; index += 1) {
    const sealed = await read(file, index * SEALED_CHUNK_BYTES, sealedChunkBytes(index, sizeBytes));
    yield unsealChunk(fileKey, index, sealed);
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  if (position < 0) throw new SealBroken('its length');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new SealBroken('its length');
  return buffer;
}

/** What a file is bound to, in the terms of the format: an account and a hash. */
function placeOf(name: string): { accountId: string; sha256: string } {
  return { accountId: 'backup', sha256: createHash('sha256').update(name).digest('hex') };
}
