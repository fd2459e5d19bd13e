/** The public pages of draws: plain HTML without a script. */

import { type Html, html } from '../../../http/pages/html.ts';
import { ICONS } from '../../../http/pages/icons.ts';
import type { PageReader } from '../../../http/pages/reader.ts';
import { dayText, mexicoText } from '../../../http/pages/times.ts';
import { chainName } from '../../../proofs/public-page/names.ts';
import { fact } from '../../public-page/view.ts';
import type { Draw, Outcomes } from '../draw.ts';
import type { PublicDraw } from './public-draw.ts';
import { DRAW_PAGE_WORDS, type DrawPageWords } from './text.ts';

type View = { draw: PublicDraw; reader: PageReader; words: DrawPageWords };

export function drawPageBody(draw: PublicDraw, reader: PageReader): Html {
  const view = { draw, reader, words: DRAW_PAGE_WORDS[reader.language] };
  return html`<main class="page">
${verdictCard(view)}
${factsCard(view)}
${draw.chain !== null && sealCard(view, draw.chain)}
${draw.block !== null && resultCard(view, draw.block)}
${checkCard(view)}
</main>
<footer class="foot"><p>${view.words.footer}</p></footer>`;
}

function verdictCard({ draw, words }: View): Html {
  const verdict = !draw.livemode ? 'test' : draw.status === 'drawn' ? 'valid' : 'not_accredited';
  return html`<section class="verdict" data-verdict="${verdict}">
${ICONS[verdict]}
<div>
<h1>${words.verdict[draw.status]}</h1>
<p class="claim"><bdi>${draw.name}</bdi></p>
<p class="because">${words.because[draw.status]}</p>
${draw.cancelled !== null && html`<p class="because">${words.reason}: <bdi>${draw.cancelled.reason}</bdi></p>`}
${!draw.livemode && html`<p class="because">${words.test}</p>`}
${draw.chain?.trust === 'operator' && html`<p class="because">${words.operator}</p>`}
</div>
</section>`;
}

function factsCard({ draw, reader, words }: View): Html {
  const day = (text: string) => html`<time datetime="${text}">${dayText(text, reader.language)}</time>`;
  const isEverybody = draw.count !== null && draw.count >= draw.candidates;
  const share = draw.share_percent === null ? String(draw.count) : `${draw.share_percent} %`;
  return html`<section class="card document">
<p class="eyebrow">${words.council}: <bdi>${draw.council.name}</bdi></p>
<h2 class="title">${words.title(draw.number)}</h2>
<dl class="facts">
${fact(words.program, draw.program)}
${fact(words.period, html`${day(draw.from)} ${words.to} ${day(draw.to)}`)}
${fact(words.share, isEverybody ? words.allCandidates(draw.candidates) : words.ofCandidates(share, String(draw.candidates)))}
</dl>
</section>`;
}

function sealCard({ draw, reader, words }: View, chain: NonNullable<PublicDraw['chain']>): Html {
  return html`<section class="card">
<h2>${words.seal}</h2>
<dl class="facts">
${draw.certificate !== null && fact(words.stampedAt, timeOf(draw.certificate.stamped_at, reader, words))}
${draw.sealed_document !== null && fact(words.hash, code(draw.sealed_document.sha256))}
${fact(words.chain, chainText(chain, reader))}
${fact(words.fromBlock, String(chain.from_block))}
${fact(words.finality, finalityWords(chain.finality, words))}
</dl>
</section>`;
}

function timeOf(time: string, { language }: PageReader, { mexicoTime }: DrawPageWords): Html {
  return html`<time datetime="${time}">${mexicoText(time, language)}</time> (${mexicoTime})`;
}

function chainText({ network, trust }: NonNullable<PublicDraw['chain']>, { language }: PageReader): Html {
  return html`${chainName(network, trust, language)} <code class="muted">${network}</code>`;
}

function finalityWords(finality: string, words: DrawPageWords): string {
  const [, depth] = finality.split(':');
  return depth === undefined ? words.finalized : words.depth(depth);
}

function resultCard({ draw, reader, words }: View, block: NonNullable<PublicDraw['block']>): Html {
  return html`<section class="card">
<h2>${words.result}</h2>
<dl class="facts">
${fact(words.block, String(block.number))}
${fact(words.blockHash, code(block.hash))}
${fact(words.blockTime, timeOf(block.time, reader, words))}
${fact(words.drawn, String(draw.drawn?.length ?? 0))}
${draw.outcomes !== null && fact(words.outcomes, outcomesText(draw.outcomes, words))}
</dl>
</section>`;
}

function outcomesText(outcomes: Outcomes, words: DrawPageWords): string {
  return (['open', 'passed', 'failed', 'excused', 'cancelled'] as const)
    .filter((status) => outcomes[status] > 0)
    .map((status) => words.outcome[status](outcomes[status]))
    .join(' · ');
}

function checkCard({ draw, words }: View): Html {
  const link = (href: string, name: string) =>
    html`<li><a class="download" href="${href}">${ICONS.download}<span class="download-name">${name}</span></a></li>`;
  return html`<section class="card downloads">
<h2>${words.check}</h2>
<p class="muted">${words.checkHow}</p>
<ul>
${link(`${draw.public_url}.json`, words.asJson)}
${draw.sealed_document !== null && link(draw.sealed_document.url, words.sealedList)}
${draw.certificate !== null && link(draw.certificate.url, words.certificate)}
</ul>
</section>`;
}

function code(text: string): Html {
  const parts = text.match(/.{1,8}/g) ?? [];
  return html`<code class="hash">${parts.map((part) => html`<span>${part}</span>`)}</code>`;
}

type Listed = Pick<Draw, 'number' | 'name' | 'status' | 'startsOn' | 'endsOn'>;

export function drawListBody(
  council: string,
  root: string,
  draws: readonly Listed[],
  reader: PageReader,
): Html {
  const words = DRAW_PAGE_WORDS[reader.language];
  const day = (text: string) => dayText(text, reader.language);
  return html`<main class="page">
<section class="intro">
<h1>${words.list}</h1>
<p><bdi>${council}</bdi>. ${words.listHow}</p>
</section>
${draws.length === 0 && html`<p class="note">${words.none}</p>`}
${
  draws.length > 0 &&
  html`<section class="card downloads">
<ul>
${draws.map(
  ({ number, name, status, startsOn, endsOn }) =>
    html`<li><a class="download" href="${root}/${number}">${ICONS.file}<span class="download-name">${number}. <bdi>${name}</bdi></span><span class="download-kind">${words.verdict[status]} · ${day(startsOn)} ${words.to} ${day(endsOn)}</span></a></li>`,
)}
</ul>
</section>`
}
</main>
<footer class="foot"><p>${words.footer}</p></footer>`;
}

export function noDrawBody(reader: PageReader): Html {
  const words = DRAW_PAGE_WORDS[reader.language];
  return html`<main class="page">
<section class="verdict" data-verdict="not_found">
${ICONS.not_found}
<div>
<h1>${words.unknown}</h1>
<p class="because">${words.unknownBecause}</p>
</div>
</section>
</main>`;
}
