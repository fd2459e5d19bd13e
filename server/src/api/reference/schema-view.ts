/** Schemas as lists of fields. A named record is shown once per page; elsewhere on the page it is a link. */

import { type Html, html } from '../../http/pages/html.ts';
import { nameIn, type Schema } from './description.ts';
import { prose } from './prose.ts';
import type { ReferenceWords } from './text.ts';

/** Nobody would read fields that are nested deeper than this. */
const MOST_DEPTH = 6;

export function fieldsView(schema: Schema, words: ReferenceWords, depth = 0): Html | undefined {
  const fields = Object.entries(propertiesOf(schema));
  if (fields.length === 0 || depth > MOST_DEPTH) return undefined;
  const needed = new Set(schema.required ?? []);
  return html`<dl class="fields">
${fields.map(([name, field]) => fieldView({ name, schema: field, isNeeded: needed.has(name) }, words, depth))}</dl>`;
}

type Field = { name: string; schema: Schema; isNeeded: boolean; description?: string | undefined };

export function fieldView(field: Field, words: ReferenceWords, depth = 0): Html {
  const { name, schema, isNeeded } = field;
  const description = field.description ?? schema.description;
  const inner = fieldsView(innerOf(schema), words, depth + 1);
  return html`<div><dt><code>${name}</code> <span class="type">${typeView(schema, words)}</span>${isNeeded && html` <span class="needed">${words.needed}</span>`}</dt>
<dd>${description !== undefined && html`<p>${prose(description)}</p>`}${limitsView(schema, words)}${inner}</dd></div>
`;
}

/** The schema whose fields are listed below a field. For a list, this is the schema of its items. */
function innerOf(schema: Schema): Schema {
  return schema.items === undefined ? schema : innerOf(schema.items);
}

function propertiesOf({ properties, allOf = [] }: Schema): Readonly<Record<string, Schema>> {
  return Object.assign({}, ...allOf.map(propertiesOf), properties);
}

/** The type of a field, for example `string | null`, a list of records, or the name of a record as a link. */
export function typeView(schema: Schema, words: ReferenceWords): Html {
  if (schema.$ref !== undefined) {
    const name = nameIn(schema.$ref);
    return html`<a href="#${name}">${name}</a>`;
  }
  if (schema.items !== undefined) return html`${words.listOf} ${typeView(schema.items, words)}`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return html`${choices.map((one, index) => html`${index > 0 && ' | '}${typeView(one, words)}`)}`;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const known = types.length === 0 ? ['any'] : types;
  return html`${known.join(' | ')}${schema.format !== undefined && html` (${schema.format})`}`;
}

function limitsView(schema: Schema, words: ReferenceWords): Html | undefined {
  const values = schema.enum ?? schema.items?.enum;
  const parts: Html[] = [];
  if (values !== undefined) {
    const shown = values.map((one, index) => html`${index > 0 && ', '}<code>${String(one)}</code>`);
    parts.push(html`${words.oneOf} ${shown}.`);
  }
  const range = rangeOf(schema, words);
  if (range !== undefined) parts.push(html`${range}.`);
  if (schema.default !== undefined)
    parts.push(html`${words.byDefault} <code>${JSON.stringify(schema.default)}</code>.`);
  if (parts.length === 0) return undefined;
  return html`<p class="limits">${parts.map((part) => html`${part} `)}</p>`;
}

function rangeOf(schema: Schema, words: ReferenceWords): string | undefined {
  const { minimum, maximum, minLength = 0, maxLength } = schema;
  if (minimum !== undefined && maximum !== undefined) return `${minimum}–${maximum}`;
  if (minimum !== undefined) return `≥ ${minimum}`;
  if (maximum !== undefined) return `≤ ${maximum}`;
  if (maxLength === undefined) return undefined;
  return `${minLength}–${maxLength} ${words.characters}`;
}
