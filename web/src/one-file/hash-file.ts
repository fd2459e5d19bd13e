/** Replaces `hashing/hash-file.ts` in the single file, because a worker would be a second file. */

import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import type { HashOptions } from '../hashing/hash-file.ts';
import type { HashAlgorithm } from '../hashing/hash-worker.ts';

const HASHES = { 'SHA-256': sha256, 'SHA-384': sha384, 'SHA-512': sha512 };

/** Files up to this size are read whole, because WebCrypto is many times faster and does not block the page. */
const WHOLE_BYTES = 256 << 20;
/** Small enough that the page stays responsive between two chunks. */
const CHUNK_BYTES = 1 << 20;

export async function hashFile(
  file: Blob,
  algorithm: HashAlgorithm,
  { onProgress, signal }: HashOptions = {},
): Promise<Uint8Array> {
  if (file.size <= WHOLE_BYTES && globalThis.crypto?.subtle !== undefined) {
    const digest = await crypto.subtle.digest(algorithm, await file.arrayBuffer());
    signal?.throwIfAborted();
    return new Uint8Array(digest);
  }
  const state = HASHES[algorithm].create();
  for (let start = 0; start < file.size; start += CHUNK_BYTES) {
    state.update(new Uint8Array(await file.slice(start, start + CHUNK_BYTES).arrayBuffer()));
    signal?.throwIfAborted();
    onProgress?.(start / file.size);
  }
  return state.digest();
}
