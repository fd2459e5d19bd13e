/**
 * The framework refuses an unusual Content-Type before any handler runs, so before the caller is admitted: a caller
 * without a key would get an error about a header, and the call of one with a key would not be counted. So the
 * header is hidden from the framework until the upload reader checks it.
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
