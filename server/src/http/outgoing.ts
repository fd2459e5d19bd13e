/**
 * What every client of an external server needs: a deadline, a limit on the answer, and the decision when to retry.
 */

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

/** Reads an answer. Rejects with `tooLong()` once it exceeds the limit, so that an endless answer is not read on. */
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

/** Whether the connection was lost. The other side may close a kept-alive connection just as we use it. */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof errors.SocketError) {
    return error.socket?.bytesRead === 0 || error.message === 'other side closed';
  }
  return ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}
