/// <reference path="./jsonld.d.ts" />
/**
 * Checks a badge in a worker. Canonicalizing a malicious graph can take for ever, and only a worker can be stopped. The
 * worker gets documents only from the page.
 */

import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type BadgeTools, CANONIZE_OPTIONS, loadContext, verifyBadge } from '@sello/proof/badges';
import jsonld from 'jsonld';
import type { FromWorker, ToWorker } from './messages.ts';

// The DOM types do not cover a worker's own scope; only what is used here is declared.
declare const self: {
  onmessage: (event: MessageEvent<ToWorker>) => void;
  postMessage(message: FromWorker): void;
};

const waiting: ((document: unknown) => void)[] = [];

const tools: BadgeTools = {
  digest: (_hash, data) => sha256(data),
  canonize: (document) => jsonld.canonize(document, { ...CANONIZE_OPTIONS, documentLoader: loadContext }),
  // The browser's own function is not used. Some browsers do not know Ed25519, and a badge must not look forged there.
  verifyEd25519(publicKey, signature, data) {
    try {
      return ed25519.verify(signature, data, publicKey, { zip215: false });
    } catch {
      return false;
    }
  },
  gunzip,
  get: (url) =>
    new Promise((resolve) => {
      self.postMessage({ ask: waiting.push(resolve) - 1, url });
    }),
  now: () => new Date(),
};

self.onmessage = ({ data }) => {
  if ('answer' in data) return waiting[data.answer]?.(data.document);
  verifyBadge(tools, data.text).then(
    (verdict) => self.postMessage({ verdict }),
    (error) => self.postMessage({ problem: String(error) }),
  );
};

async function gunzip(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const stream = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new DecompressionStream('gzip'));
  const parts: Uint8Array[] = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > maxBytes) throw new Error('the list is too long');
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts.map((part) => Uint8Array.from(part))).arrayBuffer());
}
