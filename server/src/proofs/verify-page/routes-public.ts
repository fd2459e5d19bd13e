/** `/verify`: checks any constancia, blockchain proof or evidence bundle in the reader's own browser. */

import type { App } from '../../http/app.ts';
import { displayName, pageFrame } from '../../http/pages/frame.ts';
import { pageHeaders } from '../../http/pages/headers.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { pageReader } from '../../http/pages/reader.ts';
import { shareTags } from '../../http/pages/share.ts';
import type { Verifiers } from '../../http/pages/verifiers.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { PAGE_WORDS } from '../public-page/text.ts';
import { topBar } from '../public-page/view.ts';
import { VERIFY_WORDS, type VerifyWords } from './text.ts';
import { verifyOutcome, verifyZone } from './zone.ts';

export function verifyPageRoute(app: App, site: Site, assets: WebAssets): void {
  app.get('/verify', { schema: { hide: true } }, async (request, reply) => {
    const reader = pageReader(request);
    const words = PAGE_WORDS[reader.language];
    const verify = VERIFY_WORDS[reader.language];
    const page = pageFrame({
      title: `${verify.title} · ${displayName(site)}`,
      reader,
      entry: assets.entry('verify-page'),
      icon: assets.icon,
      head: shareTags(site, assets, reader.language, {
        kind: 'verify',
        title: verify.title,
        path: '/verify',
      }),
      body: html`${topBar({ site, reader, words }, '/verify')}
<main class="page verify-page" data-base="${site.baseUrl}">
${verifyBody(verify)}
${keepCard(verify, assets.verifiers)}
</main>
<footer class="foot verify-page"><p>${verify.footer}</p></footer>`,
    });
    return reply
      .headers(pageHeaders(site, request))
      .headers({ 'content-language': reader.language, vary: 'accept-language, cookie' })
      .type('text/html; charset=utf-8')
      .send(page);
  });
}

function verifyBody(words: VerifyWords): Html {
  return html`<section class="intro">
<h1>${words.title}</h1>
<p>${words.lead}</p>
</section>
<noscript><p class="card">${words.withoutScript}</p></noscript>
<section class="card" data-script hidden>
${verifyZone(words)}
</section>
${verifyOutcome()}
<section class="card help">
<h2>${words.whatFiles}</h2>
<dl class="facts wide">
${words.files.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}
</dl>
</section>`;
}

/** The card with the verifiers to download, and the hashes to compare them with. */
function keepCard(words: VerifyWords, { files }: Verifiers): Html {
  if (files.length === 0) return html``;
  return html`<section class="card help">
<h2>${words.keepTitle}</h2>
<p>${words.keep}</p>
<dl class="facts wide">
${files.map(
  ({ name, sha256 }) =>
    html`<div><dt><a href="/${name}" download>${name}</a></dt><dd>${words.kept[name] ?? ''}<br><code class="small">${sha256.slice(0, 32)}<wbr>${sha256.slice(32)}</code></dd></div>`,
)}
</dl>
<p><a href="/docs/proof-format">${words.format}</a></p>
</section>`;
}
