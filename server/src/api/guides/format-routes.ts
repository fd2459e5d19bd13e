/**
 * Serves `/docs/proof-format`, the format of our proofs with its schema and its examples, and `/docs/conformance`, the
 * requirements on verifiers with the files that test a verifier.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { nothingHere } from '../../http/errors.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { serveText } from './text-page.ts';

const DOCS = fileURLToPath(new URL('../../../../docs', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.md': 'text/markdown; charset=utf-8',
  '.xsd': 'application/xml; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.pem': 'application/x-pem-file',
  '.tsr': 'application/timestamp-reply',
  '.zip': 'application/zip',
  '.receipt': 'application/cose',
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
    'CONFORMANCE.md',
    'asic.md',
    'evidence-archive.md',
    'receipts.md',
    'blockchain-proof-1.xsd',
    'blockchain-proof-3.xsd',
    'blockchain-proof-example.xml',
    'blockchain-proof-example-v2.xml',
  ];
  for (const name of files) {
    const bytes = readFileSync(path.join(DOCS, name));
    app.get(`/docs/${name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply.headers(AS_A_FILE).type(typeOf(name)).send(bytes),
    );
  }
  vectorRoute(app);
  for (const [self, name] of PAGES)
    serveText(app, site, assets, { self, read: () => readFileSync(path.join(DOCS, name), 'utf8') });
}

const PAGES = [
  ['/docs/proof-format', 'proof-format.md'],
  ['/docs/conformance', 'CONFORMANCE.md'],
] as const;

/**
 * Serves the files that test a verifier. There are hundreds, and few are ever requested, so they are not kept in
 * memory.
 */
function vectorRoute(app: App): void {
  const names = new Set(readdirSync(path.join(DOCS, 'vectors')));
  const params = Type.Object({ name: Type.String() });
  app.get('/docs/vectors/:name', { schema: { hide: true, params } }, async (request, reply) => {
    const { name } = request.params;
    if (!names.has(name)) throw nothingHere();
    const bytes = await readFile(path.join(DOCS, 'vectors', name));
    return reply.headers(AS_A_FILE).type(typeOf(name)).send(bytes);
  });
}

function typeOf(name: string): string {
  return TYPES[path.extname(name)] ?? 'application/octet-stream';
}
