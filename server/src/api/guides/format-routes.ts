/**
 * Serves `/docs/proof-format`, the format of our proofs with its schema and its examples, and `/docs/conformance`, the
 * requirements on verifiers with the files to try one on.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { marked } from 'marked';
import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { nothingHere } from '../../http/errors.ts';
import { type Html, html, raw } from '../../http/pages/html.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { makeSendGuide } from './guide-page.ts';

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
    'evidence-archive.md',
    'blockchain-proof-1.xsd',
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
  const send = makeSendGuide(site, assets);
  for (const [self, name] of PAGES) {
    const page = pageOf(name);
    app.get(self, { schema: { hide: true } }, async (request, reply) =>
      // The text exists in English alone, because it is read beside code.
      send(request, reply, { self, ...page(), language: 'en' }),
    );
  }
}

const PAGES = [
  ['/docs/proof-format', 'proof-format.md'],
  ['/docs/conformance', 'CONFORMANCE.md'],
] as const;

/** The text is read at the first request, which saves a sixth of the processor time of a start. */
function pageOf(name: string): () => { title: string; body: Html } {
  let kept: { title: string; body: Html } | undefined;
  return () => {
    kept ??= readPage(name);
    return kept;
  };
}

function readPage(name: string): { title: string; body: Html } {
  const source = readFileSync(path.join(DOCS, name), 'utf8');
  const [, title = '', text = ''] = /^# (.+)\n([\s\S]+)$/.exec(source) ?? [];
  return { title, body: html`<h1>${title}</h1>\n${raw(marked.parse(text, { async: false }))}` };
}

/** The files to try a verifier on. There are hundreds, and few are ever asked for, so none is kept in memory. */
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
