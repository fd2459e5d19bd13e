/** One operation of the reference: what it does, what it takes, what it answers, and how to call it. */

import type { Language } from '../../http/language.ts';
import { type Html, html } from '../../http/pages/html.ts';
import type { Site } from '../../http/site.ts';
import { type ClientTable, clientSamples } from './client-samples.ts';
import {
  type Answer,
  codesOf,
  type Described,
  nameIn,
  type Parameter,
  type Reference,
  type Schema,
} from './description.ts';
import { OPERATION_NAMES } from './operation-names.ts';
import { prose } from './prose.ts';
import { fieldsView, fieldView, typeView } from './schema-view.ts';
import type { ReferenceWords } from './text.ts';

export type ReferenceView = {
  site: Pick<Site, 'baseUrl'>;
  reference: Reference;
  clients: ClientTable;
  language: Language;
  words: ReferenceWords;
};

export function operationView(view: ReferenceView, operation: Described): Html {
  const { words, language } = view;
  const { operationId, method, path, scope, description } = operation;
  return html`<section class="operation" id="${operationId}">
<h2>${operationName(operation, language)}</h2>
<p class="call"><span class="verb" data-method="${method}">${method}</span> <code>${path}</code></p>
${description !== undefined && html`<p>${prose(description)}</p>`}
<p class="scope">${scope === undefined ? words.noScope : html`${words.scope} <code>${scope}</code>`}</p>
${PLACES.map((place) => parametersView(view, operation, place))}
${bodyView(view, operation)}
${answersView(view, operation)}
${refusalsView(view, operation)}
${samplesView(view, operation)}
<p class="try"><a href="/docs/try#tag/${operation.slug}/${method}${path}">${words.tryIt}</a></p>
</section>
`;
}

/** The name of the operation, in Spanish if it has a Spanish name; a test checks that all have one. */
export function operationName({ operationId, summary }: Described, language: Language): Html {
  const spanish = language === 'es' ? OPERATION_NAMES[operationId] : undefined;
  return spanish === undefined ? html`<span lang="en">${summary}</span>` : html`${spanish}`;
}

export function operationAddress({ slug, operationId }: Described, language: Language): string {
  return `/docs/reference/${slug}?lang=${language}#${operationId}`;
}

const PLACES = ['path', 'query', 'header'] as const;

function parametersView(
  { words }: ReferenceView,
  { parameters }: Described,
  place: (typeof PLACES)[number],
): Html | undefined {
  const found = parameters.filter((one) => one.in === place);
  if (found.length === 0) return undefined;
  return html`<h3>${words.places[place]}</h3>
<dl class="fields">
${found.map((one) => fieldView(asField(one), words))}</dl>`;
}

function asField({ name, schema, required = false, description }: Parameter) {
  return { name, schema, isNeeded: required, description };
}

function bodyView({ reference, words }: ReferenceView, { body }: Described): Html | undefined {
  const kinds = Object.entries(body);
  if (kinds.length === 0) return undefined;
  return html`<h3>${words.body}</h3>
${kinds.map(([type, { schema = {} }]) => {
  const found = schema.$ref === undefined ? schema : (reference.records[nameIn(schema.$ref)] ?? {});
  return html`<p><code>${type}</code></p>
${fieldsView(found, words) ?? html`<p>${typeView(found, words)}</p>`}`;
})}`;
}

function answersView({ words }: ReferenceView, { answers }: Described): Html {
  const good = answers.filter(({ status }) => Number(status) < 400);
  return html`<h3>${words.answers}</h3>
<dl class="fields">
${good.map(
  (
    answer,
  ) => html`<div><dt><code>${answer.status}</code> ${typesOf(answer).map((type) => html`<span class="type">${type}</span> `)}</dt>
<dd>${answer.description !== undefined && html`<p>${prose(answer.description)}</p>`}${answerFields(answer, words)}</dd></div>
`,
)}</dl>`;
}

function typesOf({ content = {} }: Answer): string[] {
  return Object.keys(content);
}

function answerFields({ content = {} }: Answer, words: ReferenceWords): Html | undefined {
  const schema: Schema = content['application/json']?.schema ?? {};
  if (schema.$ref !== undefined) return html`<p>${typeView(schema, words)}</p>`;
  return fieldsView(schema, words);
}

function refusalsView({ reference, words, language }: ReferenceView, operation: Described): Html {
  const codes = codesOf(operation, reference.records);
  return html`<h3>${words.refusals}</h3>
<p class="codes">${codes.map(
    (code) => html`<a href="/docs/errors/${code}?lang=${language}"><code>${code}</code></a> `,
  )}</p>`;
}

/**
 * The curl sample comes first and is unfolded, because it needs no client. The others can be unfolded in the browser
 * without a script.
 */
function samplesView({ clients, words }: ReferenceView, operation: Described): Html {
  const [curl] = operation.samples.filter(({ lang }) => lang === 'shell');
  const ours = clientSamples(clients, operation).map(({ language, source }) => ({
    label: words.clients[language],
    source,
  }));
  const shown = [...(curl === undefined ? [] : [{ label: 'curl', source: curl.source }]), ...ours];
  return html`<h3>${words.samples}</h3>
${shown.map(
  ({ label, source }, index) => html`<details class="sample"${index === 0 && html` open`}>
<summary>${label}</summary>
<pre><code>${source}</code></pre>
</details>
`,
)}`;
}
