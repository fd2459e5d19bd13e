/** What every client of somebody else's server needs: a deadline, a limit on the answer, and a second try. */

import { errors } from 'undici';

/** Ends `work` with `late()`. The signal's reason is the failure itself, so whoever waits on the network sees it. */
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

/** An answer that does not end is not read to its end: rejects with `tooLong()`. */
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

/** A kept-alive connection may be closed by the other side at the very moment we use it. */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof errors.SocketError) {
    return error.socket?.bytesRead === 0 || error.message === 'other side closed';
  }
  return ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}
