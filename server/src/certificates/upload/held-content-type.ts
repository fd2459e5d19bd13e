/**
 * The framework refuses an odd Content-Type before any handler runs, and so before the caller is admitted: who
 * has no key would be told about a header, and who has one would not be charged. The upload reader is the judge
 * of this header; until it looks, the header is kept out of sight.
 */

import type { IncomingMessage } from 'node:http';

const held = new WeakMap<IncomingMessage, string>();

export function holdContentType(request: IncomingMessage): void {
  held.set(request, request.headers['content-type'] ?? '');
  delete request.headers['content-type'];
}

/** Empty when none was sent. */
export function heldContentType(request: IncomingMessage): string {
  return held.get(request) ?? '';
}
