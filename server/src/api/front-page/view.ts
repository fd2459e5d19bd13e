/** The front page: what this service does, shown to every visitor without a session. It works without scripts. */

import { type AnchorTrust, encodePem } from '@sello/proof';
import { displayName } from '../../http/pages/frame.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { ICONS } from '../../http/pages/icons.ts';
import type { PageReader } from '../../http/pages/reader.ts';
import { mexicoText } from '../../http/pages/times.ts';
import type { Site } from '../../http/site.ts';
import { VERIFY_WORDS } from '../../proofs/verify-page/text.ts';
import { verifyOutcome, verifyZone } from '../../proofs/verify-page/zone.ts';
import { rosette, stepPicture } from './pictures.ts';
import type { Sample } from './sample.ts';
import { FRONT_WORDS, type FrontWords } from './text.ts';

type FrontPage = {
  site: Site;
  reader: PageReader;
  /** Whether anybody may sign up. */
  isOpen: boolean;
  /** Whether every time stamp of a live certificate comes from an accredited provider. */
  isAccredited: boolean;
  freeCertificates: number;
  chainTrust: AnchorTrust;
  sample: Sample | undefined;
};

type View = FrontPage & { words: FrontWords };

export function frontPageBody(page: FrontPage): Html {
  const view = { ...page, words: FRONT_WORDS[page.reader.language] };
  return html`${topBar(view)}
<main data-base="${page.site.baseUrl}">
<div class="front-hero">
${rosette()}
${hero(view)}
</div>
<div class="front">
${verifyOutcome()}
${steps(view)}
${page.sample && sampleSection(view, page.sample)}
${codeSection(view)}
${page.isOpen && signUpBand(view)}
</div>
</main>
${footer(view)}`;
}

function topBar({ site, reader, isOpen, words }: View): Html {
  const other = reader.language === 'es' ? 'en' : 'es';
  return html`<header class="front-top">
<a class="brand" href="/?lang=${reader.language}" aria-current="page">${ICONS.valid}<span>${displayName(site)}</span></a>
<nav class="front-nav" aria-label="${words.nav}">
<a href="/verify?lang=${reader.language}">${words.verify}</a>
<a href="/docs?lang=${reader.language}">${words.docs}</a>
<a href="/?lang=${other}" lang="${other}" hreflang="${other}">${words.otherLanguage}</a>
<a href="/dashboard/login">${words.logIn}</a>
${isOpen && html`<a class="front-button front-button-line" href="/dashboard/signup">${words.signUp}</a>`}
</nav>
</header>`;
}

function hero({ reader, isOpen, isAccredited, freeCertificates, words }: View): Html {
  const kind = isAccredited ? 'accredited' : 'notAccredited';
  return html`<div class="front-first">
<div class="front-promise">
<h1>${words.promise[kind]}</h1>
<p class="front-lead">${words.lead}</p>
<p class="front-actions">
${
  isOpen
    ? html`<a class="front-button" href="/dashboard/signup">${words.signUp}</a>`
    : html`<a class="front-button" href="/dashboard/login">${words.logIn}</a>`
}
<span class="front-free">${isOpen ? freeCertificates > 0 && words.free(freeCertificates) : words.closed}</span>
</p>
<p class="front-standing">${words.standing[kind]}</p>
</div>
<section class="front-zone" aria-labelledby="zone-title">
<h2 id="zone-title">${words.zone}</h2>
<p class="muted">${words.zoneHow}</p>
<noscript><p class="note note-info">${words.zoneWithoutScript} <a href="/verify?lang=${reader.language}">${words.zoneWithoutScriptLink}</a></p></noscript>
<div data-script hidden>${verifyZone(VERIFY_WORDS[reader.language])}</div>
</section>
</div>`;
}

function steps({ chainTrust, words }: View): Html {
  return html`<section class="front-steps" aria-labelledby="steps-title">
<h2 id="steps-title">${words.steps}</h2>
<ol>
${words.step.map(({ name, text, picture }, index) => html`<li>${stepPicture(index, picture)}<h3>${name}</h3><p>${text}${index === 2 && ` ${words.anchored[chainTrust]}`}</p></li>\n`)}
</ol>
</section>`;
}

/** The proofs are inside the page, so the browser checks exactly the stamp that the page shows. */
function sampleSection({ reader, words }: View, { text, sha256, stamp }: Sample): Html {
  const chain = stamp.chain.map((der) => encodePem('CERTIFICATE', der)).join('');
  return html`<section class="front-sample" id="sample" aria-labelledby="sample-title" data-sha256="${sha256}" data-tsr="${Buffer.from(stamp.tsr).toString('base64')}" data-chain="${chain}">
<div class="front-words">
<p class="front-eyebrow">${words.sampleEyebrow}</p>
<h2 id="sample-title">${words.sample}</h2>
<p>${words.sampleHow}</p>
<dl class="facts">
<div><dt>${words.sampleAt}</dt><dd><time datetime="${stamp.facts.genTime}">${mexicoText(stamp.facts.genTime, reader.language)}</time> <span class="muted">${words.mexicoTime}</span></dd></div>
<div><dt>${words.sampleBy}</dt><dd>${words.sampleAuthority}</dd></div>
<div><dt>${words.sampleSerial}</dt><dd><code>${stamp.facts.serial}</code></dd></div>
</dl>
</div>
<div class="sample-paper">
<p class="sample-tag">${words.sampleLegal}</p>
<label class="visually-hidden" for="sample-text">${words.sampleText}</label>
<textarea id="sample-text" rows="7" spellcheck="false" autocomplete="off" readonly>${text}</textarea>
<div class="sample-prints">
<p><span>${words.sampleSealed}</span><code>${sha256}</code></p>
<p data-script hidden><span>${words.sampleNow}</span><code id="sample-now">${sha256}</code></p>
</div>
<p class="sample-verdict" id="sample-verdict" role="status" data-script hidden data-match="${words.sampleMatch}" data-mismatch="${words.sampleMismatch}">${words.sampleMatch}</p>
<p class="sample-actions" data-script hidden><button type="button" class="button button-primary" id="sample-check">${words.sampleCheck}</button> <button type="button" class="button button-quiet" id="sample-restore" hidden>${words.sampleRestore}</button></p>
<div id="sample-checks" class="checks" role="status" aria-live="polite"></div>
</div>
</section>`;
}

function codeSection({ site, reader, words }: View): Html {
  return html`<section class="front-code" aria-labelledby="code-title">
<div class="front-words">
<h2 id="code-title">${words.code}</h2>
<p>${words.codeHow}</p>
<p><a href="/docs?lang=${reader.language}">${words.codeMore}</a> · <a href="/docs/guides?lang=${reader.language}">${words.codeGuides}</a></p>
</div>
<pre class="front-terminal" tabindex="0" role="region" aria-label="${words.codeLabel}"><code><b>curl</b> ${site.baseUrl}/api/public/v1/certificates \\
  -H <i>"Authorization: Bearer $SELLO_API_KEY"</i> \\
  -F <i>file=@${words.file}</i>

{ <u>"object"</u>: "certificate", <u>"status"</u>: "stamped",
  <u>"file"</u>: { "name": "${words.file}", "sha256": "6533901d…" },
  <u>"nom151"</u>: { "status": "issued", "gen_time": "…" },
  <u>"qr_verification_url"</u>: "${site.baseUrl}/v/…" }</code></pre>
</section>`;
}

function signUpBand({ words }: View): Html {
  return html`<section class="front-end">
<h2>${words.endTitle}</h2>
<p>${words.end}</p>
<a class="front-button" href="/dashboard/signup">${words.signUp}</a>
</section>`;
}

function footer({ reader, words }: View): Html {
  return html`<footer class="front-foot">
<p>${words.footer}</p>
<p class="front-foot-links"><a href="/verify?lang=${reader.language}">${words.verify}</a> <a href="/docs?lang=${reader.language}">${words.docs}</a> <a href="/docs/proof-format?lang=${reader.language}">${words.format}</a> <a href="/log/checkpoint">${words.log}</a></p>
</footer>`;
}
