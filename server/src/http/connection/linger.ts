/**
 * An answer sent before the whole body has arrived (a bad key, a file too large) must still reach the client.
 * Closing at once would reset the connection while the client is sending, and lose the answer; so the rest of the
 * body is drained for a moment before a client that keeps sending is cut off.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';

const LINGER_MS = 5_000;

export function lingerAfterEarlyAnswer(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  response.once('finish', () => {
    request.resume();
    const timer = setTimeout(() => request.destroy(), LINGER_MS);
    request.once('close', () => clearTimeout(timer));
  });
}
