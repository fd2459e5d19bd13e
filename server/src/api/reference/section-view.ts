/** A section of the reference: its operations, then the records that they name. */

import type { Language } from '../../http/language.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { nameIn, type Reference, type Schema, type Section } from './description.ts';
import { operationName, operationView, type ReferenceView } from './operation-view.ts';
import { prose } from './prose.ts';
import { fieldsView, typeView } from './schema-view.ts';
import { SPANISH_SECTIONS } from './text.ts';

export function sectionName({ tag }: Section, language: Language): string {
  return (language === 'es' ? SPANISH_SECTIONS[tag]?.name : undefined) ?? tag;
}

export function sectionDescription({ tag, description }: Section, language: Language): string {
  return (language === 'es' ? SPANISH_SECTIONS[tag]?.description : undefined) ?? description;
}

export function sectionView(view: ReferenceView, section: Section): Html {
  const { words, language, reference } = view;
  const records = recordsOf(section, reference.records);
  return html`<h1>${sectionName(section, language)}</h1>
<p class="lead">${sectionDescription(section, language)}</p>
<ul class="index">
${section.operations.map((one) => html`<li><a href="#${one.operationId}">${operationName(one, language)}</a></li>\n`)}</ul>
${section.operations.map((one) => operationView(view, one))}
${
  records.length > 0 &&
  html`<h2 id="records">${words.records}</h2>
${records.map((name) => recordView(view, name))}`
}`;
}

function recordView({ reference, words }: ReferenceView, name: string): Html {
  const schema = reference.records[name] ?? {};
  return html`<details class="record" id="${name}">
<summary><code>${name}</code></summary>
${schema.description !== undefined && html`<p>${prose(schema.description)}</p>`}
${fieldsView(schema, words) ?? html`<p>${typeView(schema, words)}</p>`}
</details>
`;
}

/** All named records in the bodies and successful answers of the section, including records inside records. */
function recordsOf({ operations }: Section, records: Reference['records']): string[] {
  const found = new Set<string>();
  const follow = (schema: Schema | undefined): void => {
    if (schema === undefined) return;
    if (schema.$ref !== undefined) {
      const name = nameIn(schema.$ref);
      if (found.has(name)) return;
      found.add(name);
      follow(records[name]);
    }
    follow(schema.items);
    if (typeof schema.additionalProperties === 'object') follow(schema.additionalProperties);
    for (const inner of Object.values(schema.properties ?? {})) follow(inner);
    for (const inner of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
      follow(inner);
  };
  for (const { body, answers } of operations) {
    const good = answers.filter(({ status }) => Number(status) < 400);
    const contents = [
      ...Object.entries(body),
      ...good.flatMap(({ content = {} }) => Object.entries(content)),
    ];
    for (const [, { schema }] of contents) follow(schema);
  }
  return [...found].sort();
}
