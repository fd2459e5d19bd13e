/** The technical facts of a certificate: its time stamp and its block, with all digits. They are folded by default. */

import { sharedStampWords } from '../../certificates/shared-stamps/words.ts';
import { type Html, html } from '../../http/pages/html.ts';
import type { PageReader } from '../../http/pages/reader.ts';
import { mexicoText, utcText } from '../../http/pages/times.ts';
import { chainName, providerName } from './names.ts';
import type { PublicRecord } from './public-record.ts';
import type { PageWords } from './text.ts';

/** `genTime` contains every digit of the token. */
type View = { record: PublicRecord; genTime: string; words: PageWords; reader: PageReader };

const SHARED = { es: 'Sello compartido', en: 'Shared stamp' } as const;

export function stampCard({ record, genTime, words, reader }: View): Html {
  const { nom151 } = record;
  return html`<section class="card">
<h2>${words.stamp}</h2>
<dl class="facts">
${fact(words.provider, html`<bdi>${providerName(record, reader.language)}</bdi>`)}
${fact(
  words.accreditation,
  html`<span class="${nom151.accredited ? 'good' : 'doubt'}">${nom151.accredited ? words.accredited : words.notAccredited}</span>`,
)}
${nom151.tree_size !== null && fact(SHARED[reader.language], html`<span class="doubt">${sharedStampWords(nom151.tree_size)[reader.language]}</span>`)}
${fact(words.timeUtc, html`<time datetime="${genTime}">${utcText(genTime)}</time>`)}
${fact(words.timeMexico, html`${mexicoText(genTime, reader.language)} <span class="muted">· ${words.mexicoCity}</span>`)}
${fact(words.serial, html`<code>${nom151.serial}</code>`)}
${fact(words.policy, html`<code>${nom151.policy_oid}</code>`)}
${nom151.accuracy_ms !== null && fact(words.accuracy, html`± ${nom151.accuracy_ms / 1000} s`)}
${nom151.warnings.length > 0 && fact(words.remarks, html`${nom151.warnings.map(({ message }) => html`<span class="remark">${message}</span>`)}`)}
</dl>
</section>`;
}

export function chainCard({ record, words, reader }: View): Html {
  const { blockchain } = record;
  const { network, trust, tx_id, block_hash, block_time, merkle_root } = blockchain;
  return html`<section class="card" data-live="chain">
<h2>${words.chain}</h2>
${block_hash === null && html`<p class="muted">${words.notAnchored}</p>`}
<dl class="facts">
${blockchain.leaf_index !== null && fact(words.entry, html`${blockchain.leaf_index}`)}
${network !== null && fact(words.network, html`${chainName(network, trust, reader.language)} <code class="muted">${network}</code>`)}
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

export function fact(name: string, value: Html): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}
