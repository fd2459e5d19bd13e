/** The first page of the reference: rules that apply to all calls, and all operations by section. */

import { type Html, html } from '../../http/pages/html.ts';
import { operationAddress, operationName, type ReferenceView } from './operation-view.ts';
import { prose } from './prose.ts';
import { sectionDescription, sectionName } from './section-view.ts';

export function frontView({ site, reference, words, language }: ReferenceView): Html {
  return html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<h2>${words.start}</h2>
<p>${words.base} <code>${site.baseUrl}/api/public/v1</code>. ${words.keys}</p>
<pre><code>curl '${site.baseUrl}/api/public/v1/account' \\
  -H "Authorization: Bearer $SELLO_API_KEY"</code></pre>
<p>${prose(words.errorsAre)}</p>
<ul>
<li><a href="/docs/guides?lang=${language}">${words.guides}</a></li>
<li><a href="/sdk?lang=${language}">${words.clientsPage}</a></li>
<li><a href="/docs/errors?lang=${language}">${words.errors}</a></li>
<li><a href="/docs/events?lang=${language}">${words.events}</a></li>
<li><a href="/docs/changes">${words.changes}</a></li>
<li><a href="/api/public/v1/openapi">${words.document}</a></li>
<li><a href="/docs/try?lang=${language}">${words.tryPage}</a>. ${words.tryWeight}</li>
</ul>
<h2>${words.operations}</h2>
${reference.sections.map(
  (section) => html`<section class="overview">
<h3><a href="/docs/reference/${section.slug}?lang=${language}">${sectionName(section, language)}</a></h3>
<p>${sectionDescription(section, language)}</p>
<ul class="calls">
${section.operations.map(
  (
    one,
  ) => html`<li><a href="${operationAddress(one, language)}">${operationName(one, language)}</a> <span class="call"><span class="verb" data-method="${one.method}">${one.method}</span> <code>${one.path.replace('/api/public/v1', '')}</code></span></li>
`,
)}</ul>
</section>
`,
)}`;
}
