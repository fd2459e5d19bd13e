/**
 * `Expect: 100-continue` (RFC 9110 §10.1.1): a client that asks before it uploads gets its `100 Continue` only once
 * it is admitted, so that a bad key, an empty allowance or a file that is too large costs no upload.
 */

import type { IncomingMessage, Server } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/** Hands such requests to the ordinary handlers. Node would otherwise ask for the body at once. */
export function holdContinue(server: Server): void {
  server.on('checkContinue', (request, response) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
  // An unknown expectation may be ignored. Node would answer a bare 417 without our two error fields.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Whether the client of this request waits for `100 Continue`. True only at the first call for a request. */
export function expectsContinue(request: IncomingMessage): boolean {
  return waiting.delete(request);
}
