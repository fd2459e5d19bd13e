/** The public page of a certificate. The facts are in the HTML; scripts only add to it. */

import { displayName } from '../../http/pages/frame.ts';
import { type Html, html, raw } from '../../http/pages/html.ts';
import { ICONS } from '../../http/pages/icons.ts';
import type { PageReader } from '../../http/pages/reader.ts';
import { mexicoShortText, mexicoText, roughDuration, utcText } from '../../http/pages/times.ts';
import type { Site } from '../../http/site.ts';
import type { CheckingCommand } from './commands.ts';
import { issuedCard } from './issued-view.ts';
import { chainName, documentTypeName, providerName, stampVerdict, whoSays } from './names.ts';
import type { PublicProof, PublicRecord } from './public-record.ts';
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
<main class="page" data-code="${code}" data-sha256="${record.file.sha256}" data-status="${record.status}">
${record.document !== null && issuedCard(record.document, page.reader.language, record.livemode)}
${verdictCard(view)}
<div class="columns">
<div class="column">
${documentCard(view)}
${compareCard(view)}
${timelineCard(view)}
${stampCard(view)}
${chainCard(view)}
${verifyCard(view)}
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
<span class="brand">${ICONS.valid}<span>${displayName(site)}</span></span>
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
 * On the page of a document that was issued here, the issuer's statement comes first, and this card speaks of the time
 * stamp alone: smaller, and named as such.
 */
function verdictCard({ record, genTime, words, reader }: View): Html {
  const { verdict } = record;
  const isOfStamp = record.document !== null;
  return html`<section class="verdict${isOfStamp && ' of-stamp'}" data-verdict="${verdict}" data-live="verdict">
${ICONS[verdict]}
<div>
<h1>${isOfStamp ? stampVerdict(verdict, reader.language) : words.verdict[verdict]}</h1>
<p class="claim">${words.existed[whoSays(record)]} <time datetime="${genTime}">${mexicoText(genTime, reader.language)}</time> <span class="zone">(${words.mexicoTime})</span>.</p>
<p class="because">${reasonOf(record, words)}</p>
</div>
</section>`;
}

/** The reason for the verdict, and what the chain adds. It must not claim more than is proven. */
function reasonOf({ verdict, nom151, status, blockchain }: PublicRecord, words: PageWords): string {
  const stamp =
    verdict === 'not_accredited'
      ? words.because[nom151.own_authority ? 'ownAuthority' : 'notAccredited']
      : words.because[verdict];
  if (status !== 'certified') return `${stamp} ${words.anchoringGoesOn}`;
  return blockchain.trust === null ? stamp : `${stamp} ${words.onChain[blockchain.trust]}`;
}

function documentCard({ record, words, reader }: View): Html {
  const { file } = record;
  const number = new Intl.NumberFormat(reader.language === 'es' ? 'es-MX' : 'en-US');
  return html`<section class="card document">
<p class="eyebrow">${words.document}</p>
<h2 class="title" dir="auto">${record.title}</h2>
<dl class="facts">
${record.document_type !== null && fact(words.documentType, html`<bdi>${documentTypeName(record, reader.language)}</bdi>`)}
${fact(words.fileName, html`<bdi>${file.name}</bdi> ${file.size !== null && html`<span class="muted">· ${number.format(file.size)} bytes</span>`}`)}
${file.fingerprint_only && fact(words.fingerprintOnly, html`${words.fingerprintOnlyWhy}`)}
${fact(words.folio, html`<code>${record.id}</code>`)}
</dl>
<div class="fingerprint">
<div class="fingerprint-head"><h3>${words.fingerprint}</h3>${copyButton(file.sha256, words)}</div>
<code class="hash">${groupsOf(file.sha256)}</code>
</div>
</section>`;
}

function compareCard({ words }: View): Html {
  return html`<section class="card compare" id="compare">
<h2>${words.compare}</h2>
<p class="muted" data-script hidden>${words.compareHow}</p>
<noscript><p class="muted">${words.withoutScript}</p></noscript>
<div class="drop" id="drop" data-script hidden>
${ICONS.file}
<label class="button button-secondary" for="file">${words.choose}</label>
<input type="file" id="file" class="file-input">
</div>
<div id="compare-result" class="compare-result" role="status" aria-live="polite"></div>
</section>`;
}

function timelineCard({ record, words, reader }: View): Html {
  return html`<section class="card" data-live="timeline">
<h2>${words.timeline} <span class="zone">${words.mexicoTime}</span></h2>
<ol class="timeline">
${record.timeline.map(({ step, state, at, detail }) => {
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
      : html`<time datetime="${at}">${mexicoShortText(at, reader.language)}</time>`
  }</span>
${detail !== null && step !== 'in_block' && html`<span class="detail">${detail[reader.language]}</span>`}
</li>`;
})}
</ol>
</section>`;
}

/** The estimate until the final block, because the duration of single steps is unknown. */
function waitingText({ estimate }: PublicRecord, words: PageWords): string {
  return estimate.seconds === null ? words.readySoon : `${words.readyIn} ${roughDuration(estimate.seconds)}`;
}

function stampCard({ record, genTime, words, reader }: View): Html {
  const { nom151 } = record;
  return html`<section class="card">
<h2>${words.stamp}</h2>
<dl class="facts">
${fact(words.provider, html`<bdi>${providerName(record, reader.language)}</bdi>`)}
${fact(
  words.accreditation,
  html`<span class="${nom151.accredited ? 'good' : 'doubt'}">${nom151.accredited ? words.accredited : words.notAccredited}</span>`,
)}
${fact(words.timeUtc, html`<time datetime="${genTime}">${utcText(genTime)}</time>`)}
${fact(words.timeMexico, html`${mexicoText(genTime, reader.language)} <span class="muted">· ${words.mexicoCity}</span>`)}
${fact(words.serial, html`<code>${nom151.serial}</code>`)}
${fact(words.policy, html`<code>${nom151.policy_oid}</code>`)}
${nom151.accuracy_ms !== null && fact(words.accuracy, html`± ${nom151.accuracy_ms / 1000} s`)}
${nom151.warnings.length > 0 && fact(words.remarks, html`${nom151.warnings.map(({ message }) => html`<span class="remark">${message}</span>`)}`)}
</dl>
</section>`;
}

function chainCard({ record, words, reader }: View): Html {
  const { blockchain } = record;
  const { network, trust, tx_id, block_hash, block_time, merkle_root } = blockchain;
  return html`<section class="card" data-live="chain">
<h2>${words.chain}</h2>
${block_hash === null && html`<p class="muted">${words.notAnchored}</p>`}
<dl class="facts">
${blockchain.leaf_index !== null && fact(words.entry, html`${blockchain.leaf_index}`)}
${network !== null && fact(words.network, html`${chainName(record, reader.language)} <code class="muted">${network}</code>`)}
${trust !== null && fact(words.independence, html`<span class="${trust === 'operator' ? 'doubt' : 'good'}">${words.trust[trust]}</span>`)}
${
  block_hash !== null && [
    fact(
      words.block,
      html`${blockchain.block_number} <span class="muted">· ${words.confirmations}: ${blockchain.confirmations}</span>`,
    ),
    fact(words.blockTime, html`${utcText(block_time?.replace('.000Z', 'Z') ?? '')}`),
    fact(words.blockHash, html`<code>${block_hash}</code>`),
    fact(words.transaction, html`<code>${tx_id}</code>`),
    fact(words.root, html`<code>${merkle_root}</code>`),
  ]
}
</dl>
</section>`;
}

function verifyCard({ words }: View): Html {
  return html`<section class="card verify-here" id="verify-here" data-script hidden>
<h2>${words.verifyHere}</h2>
<p class="muted">${words.verifyHow}</p>
<button type="button" class="button button-primary" id="verify-now">${words.verifyNow}</button>
<div id="checks" class="checks" role="status" aria-live="polite"></div>
</section>`;
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

/** The name of a proof. Only what an accredited provider issued is called a constancia. */
function proofName({ nom151, livemode }: PublicRecord, type: PublicProof, { proofs }: PageWords): string {
  if (nom151.accredited && livemode) return proofs[type];
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

function fact(name: string, value: Html): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function copyButton(text: string, words: PageWords): Html {
  return html`<button type="button" class="copy" data-copy="${text}" data-done="${words.copied}" data-script hidden>${words.copy}</button>`;
}

/** Groups of eight are easy to compare by eye. A selection copies them without spaces. */
function groupsOf(hash: string): Html[] {
  return (hash.match(/.{8}/g) ?? []).map((group) => html`<span>${group}</span>`);
}
