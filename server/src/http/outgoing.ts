/** For every client of an external server: a deadline, a limit on the answer, and when a retry is due. */

import { errors } from 'undici';

/** Aborts `work` with `late()` as the signal's reason, so that the pending network call rejects with it. */
export async function withDeadline<T>(
  timeoutMs: number,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(late()), timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects with `tooLong()` instead of reading an endless answer. */
export async function readCapped(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLong: () => Error,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A kept-alive connection may be closed by the other side just as we use it. */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof errors.SocketError) {
    return error.socket?.bytesRead === 0 || error.message === 'other side closed';
  }
  return ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}
