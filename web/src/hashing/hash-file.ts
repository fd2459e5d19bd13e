/** The digest of a file of any size, computed in the browser. Nothing is stored or sent. */

import type { HashAlgorithm, HashProgress } from './hash-worker.ts';

export type HashOptions = { onProgress?: (fraction: number) => void; signal?: AbortSignal };

/** Smaller files are read whole: WebCrypto is many times faster. */
const SMALL_BYTES = 16 << 20;

/** Rejects with an `AbortError` when cancelled, or with the browser's error when the file cannot be read. */
export async function hashFile(
  file: Blob,
  algorithm: HashAlgorithm,
  { onProgress, signal }: HashOptions = {},
): Promise<Uint8Array> {
  if (file.size > SMALL_BYTES || globalThis.crypto?.subtle === undefined)
    return hashInWorker(file, algorithm, onProgress, signal);
  const digest = await crypto.subtle.digest(algorithm, await file.arrayBuffer());
  signal?.throwIfAborted();
  return new Uint8Array(digest);
}

function hashInWorker(
  file: Blob,
  algorithm: HashAlgorithm,
  onProgress: HashOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Uint8Array>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
    worker.onerror = () => reject(new Error('the worker failed'));
    worker.onmessage = ({ data }: MessageEvent<HashProgress>) => {
      if ('doneBytes' in data) onProgress?.(data.doneBytes / file.size);
      else if ('digest' in data) resolve(data.digest);
      else reject(new Error(data.problem));
    };
    worker.postMessage({ file, algorithm });
  }).finally(() => worker.terminate());
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
