/**
 * Describes every field and parameter of the document that has no description of its own, by its name. The words are in
 * `server/guides/reference/field-words.json`: `field` for a field anywhere, `Schema.field` or `operation.field` for one
 * in that schema or operation, `*Event.field` for one of an event, and `?parameter` for a parameter.
 */

import { readFileSync } from 'node:fs';

const FILE = new URL('../../../guides/reference/field-words.json', import.meta.url);

type Node = Record<string, unknown>;
type Words = Readonly<Record<string, string>>;
type Parameter = { name: string; description?: string };
type Operation = { operationId?: string; parameters?: Parameter[] };

type Parts = { paths: object; webhooks: object; schemas: object };

/** Copies of these parts. They must be made before schemas become references. */
export function describeFields({ paths, webhooks, schemas }: Parts): { [Part in keyof Parts]: Node } {
  const words: Words = JSON.parse(readFileSync(FILE, 'utf8'));
  return {
    paths: describeOperations(paths, words),
    webhooks: describeOperations(webhooks, words),
    schemas: mapped(schemas, (schema, name) => describeInside(schema, name, words)),
  };
}

function describeOperations(paths: object, words: Words): Node {
  return mapped(paths, (operations) =>
    mapped(operations as object, (one) => {
      const { operationId = '', parameters, ...rest } = one as Operation;
      const described = parameters?.map((parameter) => describeParameter(parameter, words));
      return {
        operationId,
        ...(described !== undefined && { parameters: described }),
        ...mapped(rest, (part) => describeInside(part, operationId, words)),
      };
    }),
  );
}

function describeParameter(parameter: Parameter, words: Words): Parameter {
  const description = parameter.description ?? words[`?${parameter.name}`] ?? words[parameter.name];
  return description === undefined ? parameter : { ...parameter, description };
}

/** Fields whose values are data and not schemas. */
const IS_SENT = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** `within`: the name of the schema around it, or of the operation. */
function describeInside(value: unknown, within: string, words: Words): unknown {
  if (Array.isArray(value)) return value.map((one) => describeInside(one, within, words));
  if (!isNode(value)) return value;
  const inner = typeof value.title === 'string' ? value.title : within;
  return mapped(value, (part, key) => {
    if (IS_SENT.has(key)) return part;
    if (key !== 'properties' || !isNode(part)) return describeInside(part, inner, words);
    return mapped(part, (schema, name) =>
      describeField(describeInside(schema, inner, words), inner, name, words),
    );
  });
}

function describeField(schema: unknown, within: string, name: string, words: Words): unknown {
  if (!isNode(schema) || typeof schema.description === 'string') return schema;
  const ofEvent = within.endsWith('Event') ? words[`*Event.${name}`] : undefined;
  const description = words[`${within}.${name}`] ?? ofEvent ?? words[name];
  return description === undefined ? schema : { ...schema, description };
}

function mapped(node: object, change: (part: unknown, key: string) => unknown): Node {
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, change(part, key)]));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
