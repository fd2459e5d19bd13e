/**
 * An answer that is sent before the whole body has come (a bad key, a file too large) must still arrive.
 * Closing at once would reset the connection under a client that is busy sending, and lose the answer; so the
 * rest of the body is let run out for a moment, and only then is a client that goes on sending cut off.
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
