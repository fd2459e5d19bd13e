/** The public page of a certificate. The facts are in the HTML; scripts only add to it. */

import { sharedStampWords } from '../../certificates/shared-stamps/words.ts';
import type { Language } from '../../http/language.ts';
import { displayName } from '../../http/pages/frame.ts';
import { type Html, html, raw } from '../../http/pages/html.ts';
import { ICONS } from '../../http/pages/icons.ts';
import type { PageReader } from '../../http/pages/reader.ts';
import { elapsedText, mexicoShortText, mexicoText, roughDuration } from '../../http/pages/times.ts';
import type { Site } from '../../http/site.ts';
import { adoptedClaim, adoptedFacts, adoptedInTest } from './adopted-view.ts';
import type { CheckingCommand } from './commands.ts';
import { chainCard, fact, stampCard } from './facts-view.ts';
import { issuedCard } from './issued-view.ts';
import { documentTypeName, providerName, stampVerdict, whoSays } from './names.ts';
import type { PublicProof, PublicRecord } from './public-record.ts';
import { sealedFacts } from './sealed-view.ts';
import { PAGE_WORDS, type PageWords } from './text.ts';

type PublicPage = {
  site: Site;
  reader: PageReader;
  code: string;
  record: PublicRecord;
  /** The time with every digit of the token. */
  genTime: string;
  commands: readonly CheckingCommand[];
  qrSvg: string;
};

type View = PublicPage & { words: PageWords };

/**
 * The body of the page. Parts marked `data-live` change while a certificate is being anchored; the script replaces
 * them.
 */
export function publicPageBody(page: PublicPage): Html {
  const view = { ...page, words: PAGE_WORDS[page.reader.language] };
  const { code, record } = page;
  return html`${topBar(view, `/v/${code}`)}
<main class="page" data-code="${code}" data-digest="${record.file.digest.value}" data-algorithm="${record.file.digest.algorithm}" data-status="${record.status}">
${record.document !== null && issuedCard(record.document, page.reader.language, record.livemode)}
${verdictCard(view)}
<div class="columns">
<div class="column">
${compareCard(view)}
${documentCard(view)}
${timelineCard(view)}
<details class="fold">
<summary>${view.words.facts}</summary>
${stampCard(view)}
${chainCard(view)}
</details>
</div>
<div class="column aside">
${downloadsCard(view)}
${qrCard(view)}
</div>
</div>
${withoutUsCard(view)}
</main>
${footer(record.file.fingerprint_only ? view.words.footerFingerprintOnly : view.words.footer)}`;
}

export function notFoundBody(site: Site, reader: PageReader): Html {
  const words = PAGE_WORDS[reader.language];
  return html`${topBar({ site, reader, words }, undefined)}
<main class="page">
<section class="verdict" data-verdict="not_found">
${ICONS.not_found}
<div>
<h1>${words.verdict.not_found}</h1>
<p class="because">${words.because.not_found}</p>
<p class="because"><a href="/verify?lang=${reader.language}">${words.notFoundHelp}</a></p>
</div>
</section>
</main>`;
}

/** `self` is the path of this page, for the language switch; undefined if the page must not repeat it. */
export function topBar(
  { site, reader, words }: Pick<View, 'site' | 'reader' | 'words'>,
  self: string | undefined,
): Html {
  const other = reader.language === 'es' ? 'en' : 'es';
  return html`<header class="top">
<a class="brand" href="/?lang=${reader.language}">${ICONS.valid}<span>${displayName(site)}</span></a>
<nav class="top-links">
${self !== '/verify' && html`<a class="top-verify" href="/verify?lang=${reader.language}">${words.verifyAnother}</a>`}
<a href="${self ?? ''}${self?.includes('?') ? '&' : '?'}lang=${other}" lang="${other}" hreflang="${other}" rel="nofollow">${words.otherLanguage}</a>
</nav>
</header>`;
}

function footer(text: string): Html {
  return html`<footer class="foot"><p>${text}</p></footer>`;
}

/**
 * On the page of a document that was issued here, the issuer's statement comes first, and this smaller card is about
 * the time stamp alone, and says so.
 */
function verdictCard({ record, genTime, words, reader }: View): Html {
  const { verdict } = record;
  const isOfStamp = record.document !== null;
  return html`<section class="verdict${isOfStamp && ' of-stamp'}" data-verdict="${verdict}" data-live="verdict">
${ICONS[verdict]}
<div>
<h1>${isOfStamp ? stampVerdict(verdict, reader.language) : words.verdict[verdict]}</h1>
${record.origin === null ? html`<p class="claim">${words.existed[whoSays(record)]} <time datetime="${genTime}">${mexicoText(genTime, reader.language)}</time> <span class="zone">(${words.mexicoTime})</span>.</p>` : adoptedClaim({ record, genTime, reader })}
<p class="because">${reasonOf(record, words, reader.language)}</p>
</div>
</section>`;
}

/** The reason for the verdict, and what the chain adds. It must not claim more than is proven. */
function reasonOf(record: PublicRecord, words: PageWords, language: Language): string {
  const { verdict, nom151, status, blockchain, origin } = record;
  const reason =
    verdict === 'not_accredited'
      ? words.because[nom151.own_authority ? 'ownAuthority' : 'notAccredited']
      : verdict === 'test' && origin !== null
        ? adoptedInTest(language)
        : words.because[verdict];
  const stamp =
    nom151.tree_size === null ? reason : `${reason} ${sharedStampWords(nom151.tree_size)[language]}`;
  if (status !== 'certified') return `${stamp} ${words.anchoringGoesOn}`;
  return blockchain.trust === null ? stamp : `${stamp} ${words.onChain[blockchain.trust]}`;
}

/** What, when and by whom, in words; the technical digits are folded below. */
function documentCard({ record, genTime, words, reader }: View): Html {
  const { file, nom151, certified_by: by } = record;
  const number = new Intl.NumberFormat(reader.language === 'es' ? 'es-MX' : 'en-US');
  // The name of the service's own authority says already that it is not accredited.
  const standing = nom151.accredited
    ? words.accredited
    : nom151.own_authority
      ? undefined
      : words.notAccreditedShort;
  return html`<section class="card document">
<p class="eyebrow">${words.document}</p>
<h2 class="title" dir="auto">${record.names_hidden ? words.namesHidden : record.title}</h2>
<dl class="facts">
${by !== null && fact(words.certifiedBy, html`<bdi>${by}</bdi> <span class="muted">· ${words.certifiedByRemark}</span>`)}
${sealedFacts(record, reader.language)}
${record.origin !== null && adoptedFacts({ record, genTime, reader }, fact)}
${fact(words.certifiedAt, html`<time datetime="${genTime}">${mexicoText(genTime, reader.language)}</time> <span class="muted">· ${words.mexicoCity}</span>`)}
${fact(words.stampedBy, html`<bdi>${providerName(record, reader.language)}</bdi> ${standing !== undefined && html`<span class="muted">· ${standing}</span>`}`)}
${record.document_type !== null && fact(words.documentType, html`<bdi>${documentTypeName(record, reader.language)}</bdi>`)}
${!record.names_hidden && fact(words.fileName, html`<bdi>${file.name}</bdi> ${file.size !== null && html`<span class="muted">· ${number.format(file.size)} bytes</span>`}`)}
${file.fingerprint_only && fact(words.fingerprintOnly, html`${words.fingerprintOnlyWhy}`)}
${fact(words.folio, html`<code>${record.id}</code>`)}
</dl>
<div class="fingerprint">
<div class="fingerprint-head"><h3>${words.fingerprint(file.digest.algorithm)}</h3>${copyButton(file.digest.value, words)}</div>
<code class="hash">${groupsOf(file.digest.value)}</code>
</div>
</section>`;
}

/** One step for the reader: a file that is dropped here is compared, and every proof is checked with it. */
function compareCard({ words }: View): Html {
  return html`<section class="card compare" id="compare">
<h2>${words.compare}</h2>
<p class="muted" data-script hidden>${words.compareHow}</p>
<noscript><p class="muted">${words.withoutScript}</p></noscript>
<div class="drop" id="drop" data-script hidden>
${ICONS.file}
<label class="button button-primary" for="file">${words.choose}</label>
<input type="file" id="file" class="file-input">
<button type="button" class="button button-secondary" id="verify-now">${words.verifyNow}</button>
</div>
<div id="compare-result" class="compare-result" role="status" aria-live="polite"></div>
<div id="checks" class="checks" role="status" aria-live="polite"></div>
</section>`;
}

function timelineCard({ record, words, reader }: View): Html {
  return html`<section class="card" data-live="timeline">
<h2>${words.timeline} <span class="zone">${words.mexicoTime}</span></h2>
<ol class="timeline">
${record.timeline.map(({ step, state, at, detail }, place) => {
  const before = record.timeline[place - 1]?.at;
  const name =
    step === 'in_block' && record.blockchain.block_number !== null
      ? `${words.block} ${record.blockchain.block_number}`
      : words.steps[step];
  return html`<li data-state="${state}"${state === 'now' && raw(' aria-current="step"')}>
<span class="dot">${state === 'done' && ICONS.done}</span>
<span class="step">${name}</span>
<span class="when">${
    at === null
      ? state === 'now'
        ? waitingText(record, words)
        : state === 'waiting'
          ? words.waiting
          : ''
      : html`<time datetime="${at}">${mexicoShortText(at, reader.language)}</time>${before != null && html` <span class="after">${elapsedText(before, at)}</span>`}`
  }</span>
${detail !== null && step !== 'in_block' && html`<span class="detail">${detail[reader.language]}</span>`}
</li>`;
})}
</ol>
</section>`;
}

/** The estimate of the time until the final block. The duration of single steps is unknown. */
function waitingText({ estimate }: PublicRecord, words: PageWords): string {
  return estimate.seconds === null ? words.readySoon : `${words.readyIn} ${roughDuration(estimate.seconds)}`;
}

function downloadsCard({ record, words }: View): Html {
  return html`<section class="card downloads" data-live="downloads">
<h2>${words.downloads}</h2>
<ul>
${record.proofs.map((proof) => download(record, proof, words))}
</ul>
</section>`;
}

function download(
  record: PublicRecord,
  { type, url, ready }: { type: PublicProof; url: string; ready: boolean },
  words: PageWords,
): Html {
  const text = html`<span class="download-name">${proofName(record, type, words)}</span><span class="download-kind">${
    ready ? words.proofKinds[type] : waitingText(record, words)
  }</span>`;
  if (!ready) return html`<li><span class="download" data-state="waiting">${ICONS.clock}${text}</span></li>`;
  return html`<li><a class="download" href="${url}" download rel="nofollow">${ICONS.download}${text}</a></li>`;
}

/** The name of a proof. Only what an accredited provider issued for this file alone is called a constancia. */
function proofName({ nom151, livemode }: PublicRecord, type: PublicProof, { proofs }: PageWords): string {
  if (nom151.accredited && livemode && !nom151.shared) return proofs[type];
  if (type === 'nom151') return proofs.stamp;
  return type === 'constancia' ? proofs.sheet : proofs[type];
}

function qrCard({ record, qrSvg, words, code }: View): Html {
  return html`<section class="card qr">
<h2>${words.qr}</h2>
<div class="qr-code" role="img" aria-label="${words.qr}">${raw(qrSvg)}</div>
<p class="address"><span class="visually-hidden">${words.qrHow}: </span><code>${record.qr_verification_url}</code></p>
<p class="qr-links"><a href="/v/${code}/qr.svg" download rel="nofollow">SVG</a> <a href="/v/${code}/qr.png" download rel="nofollow">PNG</a></p>
</section>`;
}

function withoutUsCard({ commands, words }: View): Html {
  return html`<section class="card without-us" data-live="commands">
<h2>${words.withoutUs}</h2>
<p class="muted">${words.withoutUsHow}</p>
<ol class="commands">
${commands.map(({ why, command }) => html`<li><p>${words.commands[why]}</p><div class="command"><pre tabindex="0"><code>${command}</code></pre>${copyButton(command, words)}</div></li>`)}
</ol>
<p class="muted">${words.rootRemark}</p>
</section>`;
}

function copyButton(text: string, words: PageWords): Html {
  return html`<button type="button" class="copy" data-copy="${text}" data-done="${words.copied}" data-script hidden>${words.copy}</button>`;
}

/** Groups of eight are easy to compare by eye. A selection copies them without spaces. */
function groupsOf(hash: string): Html[] {
  return (hash.match(/.{8}/g) ?? []).map((group) => html`<span>${group}</span>`);
}
