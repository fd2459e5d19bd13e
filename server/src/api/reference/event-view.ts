/** The catalogue of events, on one page. */

import { EVENT_TYPES } from '../../events/event-types.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { EVENT_CATALOGUE, type EventEntry } from './event-catalogue.ts';
import { operationAddress, operationName, type ReferenceView } from './operation-view.ts';
import { prose } from './prose.ts';

const EXAMPLE_TIME = '2026-03-09T16:20:11.000Z';

export function eventPage(view: ReferenceView): Html {
  const { words, language } = view;
  const shape = { type: 'certificate.certified', timestamp: EXAMPLE_TIME, data: {} };
  return html`<h1>${words.eventsTitle}</h1>
<p class="lead">${prose(words.eventsLead)}</p>
<p>${words.eventsShape}</p>
<pre><code>${JSON.stringify(shape, null, 2)}</code></pre>
<p><a href="/docs/guides/webhooks?lang=${language}">${words.eventsHow}</a></p>
<ul class="index">
${EVENT_TYPES.map((type) => html`<li><a href="#${type}"><code>${type}</code></a></li>\n`)}</ul>
${EVENT_TYPES.map(
  (type) => html`<section class="event" id="${type}">
<h2><code>${type}</code></h2>
<p>${prose(EVENT_CATALOGUE[type].when[language])}</p>
${dataView(view, EVENT_CATALOGUE[type])}
</section>
`,
)}`;
}

function dataView({ reference, words, language }: ReferenceView, { data, sameAs }: EventEntry): Html {
  if (sameAs === undefined)
    return html`<p>${prose(words.dataLike)}</p>\n<pre><code>${JSON.stringify(data, null, 2)}</code></pre>`;
  const same = reference.sections
    .flatMap(({ operations }) => operations)
    .find(({ operationId }) => operationId === sameAs);
  if (same === undefined) throw new Error(`No operation is called ${sameAs}`);
  return html`<p>${prose(words.dataIs)} <a href="${operationAddress(same, language)}">${operationName(same, language)}</a>.</p>`;
}
