/** `/verify`: checks any constancia, blockchain proof or evidence bundle in the reader's own browser. */

import type { App } from '../../http/app.ts';
import { displayName, pageFrame } from '../../http/pages/frame.ts';
import { pageHeaders } from '../../http/pages/headers.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { ICONS } from '../../http/pages/icons.ts';
import { pageReader } from '../../http/pages/reader.ts';
import type { Verifiers } from '../../http/pages/verifiers.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { PAGE_WORDS } from '../public-page/text.ts';
import { topBar } from '../public-page/view.ts';
import { VERIFY_WORDS, type VerifyWords } from './text.ts';

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
<div class="drop drop-large" id="drop">
${ICONS.file}
<p class="drop-text">${words.drop}</p>
<label class="button button-primary" for="files">${words.choose}</label>
<input type="file" id="files" class="file-input" multiple>
<p class="muted">${words.local}</p>
</div>
<ul class="given" id="given"></ul>
<p class="missing" id="missing" role="status" aria-live="polite"></p>
<details class="more">
<summary>${words.more}</summary>
<div class="field"><label for="hash">${words.hash}</label><input id="hash" class="input" autocomplete="off" spellcheck="false" placeholder="${words.hashExample}"></div>
<div class="field"><label for="block">${words.block}</label><input id="block" class="input" autocomplete="off" spellcheck="false" placeholder="0x…"></div>
<p class="muted">${words.blockHow}</p>
<div class="field"><label for="log-key">${words.logKey}</label><input id="log-key" class="input" autocomplete="off" spellcheck="false" placeholder="log.example+1a2b3c4d+…"></div>
<p class="muted">${words.logKeyHow}</p>
<fieldset class="own-roots">
<legend>${words.roots}</legend>
<p class="muted">${words.rootsHow}</p>
<label class="button button-secondary button-small" for="root-files">${words.chooseRoots}</label>
<input type="file" id="root-files" class="file-input" multiple>
<ul class="given" id="given-roots"></ul>
<div class="field"><label for="roots">${words.rootsPem}</label><textarea id="roots" class="input" rows="4" spellcheck="false" placeholder="-----BEGIN CERTIFICATE-----"></textarea></div>
</fieldset>
</details>
</section>
<section class="card" id="outcome" hidden><div id="checks" class="checks" role="status" aria-live="polite"></div></section>
<section class="card help">
<h2>${words.whatFiles}</h2>
<dl class="facts wide">
${words.files.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}
</dl>
</section>`;
}

/** Verifiers to download, with the hashes to compare them with. */
function keepCard(words: VerifyWords, { files }: Verifiers): Html {
  if (files.length === 0) return html``;
  return html`<section class="card help">
<h2>${words.keepTitle}</h2>
<p>${words.keep}</p>
<dl class="facts wide">
${files.map(
  ({ name, sha256 }) =>
    html`<div><dt><a href="/${name}" download>${name}</a></dt><dd>${words.kept[name] ?? ''}<br><code class="small">${sha256}</code></dd></div>`,
)}
</dl>
<p><a href="/docs/proof-format">${words.format}</a></p>
</section>`;
}
