/** Hashes a file chunk by chunk in a worker. WebCrypto cannot, since it needs all bytes at once. */

import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';

export type HashAlgorithm = 'SHA-256' | 'SHA-384' | 'SHA-512';

export type HashProgress = { doneBytes: number } | { digest: Uint8Array } | { problem: string };

/** The buffer is reused, so a file of any size costs this much memory. */
const CHUNK_BYTES = 1 << 18;
const REPORT_EVERY_BYTES = 8 << 20;

const HASHES = { 'SHA-256': sha256, 'SHA-384': sha384, 'SHA-512': sha512 };

// The DOM types do not cover a worker's own scope; only what is used here is declared.
declare const self: {
  onmessage: (event: MessageEvent<{ file: Blob; algorithm: HashAlgorithm }>) => void;
  postMessage(message: HashProgress): void;
};

self.onmessage = ({ data: { file, algorithm } }) => {
  hash(file, algorithm).then(
    (digest) => self.postMessage({ digest }),
    (error) => self.postMessage({ problem: String(error) }),
  );
};

async function hash(file: Blob, algorithm: HashAlgorithm): Promise<Uint8Array> {
  const state = HASHES[algorithm].create();
  let doneBytes = 0;
  for await (const chunk of chunksOf(file)) {
    state.update(chunk);
    const before = doneBytes;
    doneBytes += chunk.length;
    if (Math.floor(before / REPORT_EVERY_BYTES) !== Math.floor(doneBytes / REPORT_EVERY_BYTES))
      self.postMessage({ doneBytes });
  }
  return state.digest();
}

/** Reuses one buffer where the browser supports BYOB readers, else allocates one for each chunk. */
async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = byteReader(file);
  if (reader === undefined) {
    for (let start = 0; start < file.size; start += CHUNK_BYTES)
      yield new Uint8Array(await file.slice(start, start + CHUNK_BYTES).arrayBuffer());
    return;
  }
  let buffer = new ArrayBuffer(CHUNK_BYTES);
  for (;;) {
    const { value, done } = await reader.read(new Uint8Array(buffer));
    if (value !== undefined) {
      yield value;
      buffer = value.buffer;
    }
    if (done) return;
  }
}

function byteReader(file: Blob): ReadableStreamBYOBReader | undefined {
  try {
    return file.stream().getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
}
