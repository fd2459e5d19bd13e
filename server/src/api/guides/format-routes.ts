/**
 * Serves `/docs/proof-format`: the format of our proofs, with its schema, examples, and proofs that a verifier must
 * refuse.
 */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from '../../http/app.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { serveText } from './text-page.ts';

const DOCS = fileURLToPath(new URL('../../../../docs', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.md': 'text/markdown; charset=utf-8',
  '.xsd': 'application/xml; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

/**
 * The headers of files meant for programs, which make a browser download them and never show them as a page of ours.
 */
const AS_A_FILE = {
  'access-control-allow-origin': '*',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'no-cache',
};

export function formatRoutes(app: App, site: Site, assets: WebAssets): void {
  const files = [
    'proof-format.md',
    'blockchain-proof-1.xsd',
    'blockchain-proof-example.xml',
    'blockchain-proof-example-v2.xml',
    ...vectors(),
  ];
  for (const name of files) {
    const bytes = readFileSync(path.join(DOCS, name));
    const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
    app.get(`/docs/${name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply.headers(AS_A_FILE).type(type).send(bytes),
    );
  }
  serveText(app, site, assets, {
    self: '/docs/proof-format',
    read: () => readFileSync(path.join(DOCS, 'proof-format.md'), 'utf8'),
  });
}

function vectors(): string[] {
  return readdirSync(path.join(DOCS, 'vectors'))
    .sort()
    .map((name) => `vectors/${name}`);
}
