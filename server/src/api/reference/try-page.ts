/**
 * `/docs/try`: tries API calls in the browser, with Scalar served from our own files over our own OpenAPI document. It
 * makes no third-party requests. The reference itself consists of pages without a script.
 */

import type { App } from '../../http/app.ts';
import { displayName, pageFrame } from '../../http/pages/frame.ts';
import { pageHeaders } from '../../http/pages/headers.ts';
import { html } from '../../http/pages/html.ts';
import { ICONS } from '../../http/pages/icons.ts';
import { pageReader } from '../../http/pages/reader.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { REFERENCE_WORDS } from './text.ts';

const TITLE = { en: 'Try the API', es: 'Probar la API' };

export function tryPage(
  app: App,
  { randomBytes }: { randomBytes: RandomBytes },
  site: Site,
  assets: WebAssets,
): void {
  app.get('/docs/try', { schema: { hide: true } }, async (request, reply) => {
    const reader = pageReader(request);
    // The reference creates style elements at run time. Only styles with this nonce apply, so injected ones have no
    // effect.
    const nonce = Buffer.from(randomBytes(16)).toString('base64');
    const page = pageFrame({
      title: `${displayName(site)} · ${TITLE[reader.language]}`,
      reader,
      entry: assets.entry('docs'),
      icon: assets.icon,
      head: html`<meta property="csp-nonce" nonce="${nonce}">`,
      body: html`<header class="try-top">
<a class="brand" href="/?lang=${reader.language}">${ICONS.valid}<span>${displayName(site)}</span></a>
<a href="/docs?lang=${reader.language}">${REFERENCE_WORDS[reader.language].title}</a>
</header>
<div id="docs"></div>`,
    });
    return reply
      .headers({
        ...pageHeaders(site, request, { styleNonce: nonce }),
        vary: 'accept-language, cookie',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
