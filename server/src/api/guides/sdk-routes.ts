/** Serves `/sdk`: the clients of the API, which npm and pip can install from here, each with its SHA-256 beside it. */

import type { App } from '../../http/app.ts';
import { etagOf, isKnownTo, sendNotModified } from '../../http/caching/etag.ts';
import type { Language } from '../../http/language.ts';
import { installLine } from '../../http/pages/client-packages.ts';
import { html } from '../../http/pages/html.ts';
import { pageReader } from '../../http/pages/reader.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { makeSendGuide } from './guide-page.ts';

const WORDS: Readonly<Record<Language, { title: string; lead: string; guides: string }>> = {
  es: {
    title: 'Clientes de la API',
    lead: 'Para JavaScript y TypeScript (Node ≥ 20, Bun, Deno y navegadores) y para Python (≥ 3.11). Ninguno necesita otros paquetes.',
    guides: 'Guías',
  },
  en: {
    title: 'Clients of the API',
    lead: 'For JavaScript and TypeScript (Node ≥ 20, Bun, Deno and browsers) and for Python (≥ 3.11). Neither needs other packages.',
    guides: 'Guides',
  },
};

/** Any origin may fetch the clients, because they contain no personal data. */
const OPEN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'no-cache',
};

export function sdkRoutes(app: App, site: Site, assets: WebAssets): void {
  const send = makeSendGuide(site, assets);
  /** `pip install --find-links` follows the links on this page. */
  app.get('/sdk', { schema: { hide: true } }, async (request, reply) => {
    const { language } = pageReader(request);
    const { title, lead, guides } = WORDS[language];
    const body = html`<h1>${title}</h1>
<p class="lead">${lead} <a href="/docs/guides?lang=${language}">${guides}</a></p>
${assets.clients.map(
  (one) => html`<pre><code>${installLine(one, site.baseUrl)}</code></pre>
<p><a href="/sdk/${one.name}">${one.name}</a> SHA-256 <code>${one.sha256}</code></p>
`,
)}`;
    return send(request, reply, { self: '/sdk', title, body });
  });
  for (const file of assets.clients) {
    app.get(`/sdk/${file.name}`, { schema: { hide: true } }, async (request, reply) => {
      reply.headers(OPEN);
      if (isKnownTo(request, reply, etagOf(file.bytes))) return sendNotModified(reply);
      return reply.type(file.type).send(file.bytes);
    });
    app.get(`/sdk/${file.name}.sha256`, { schema: { hide: true } }, async (_request, reply) =>
      reply.headers(OPEN).type('text/plain; charset=utf-8').send(`${file.sha256}  ${file.name}\n`),
    );
  }
}
