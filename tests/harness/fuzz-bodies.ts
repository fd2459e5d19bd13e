/** Bodies generated from the schemas of an OpenAPI document: mostly almost valid, some far off, all from one seed. */

import type { KnownIds } from './known-ids.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { TestCall } from './test-sello.ts';

export type BodySchema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: BodySchema[];
  oneOf?: BodySchema[];
  properties?: Record<string, BodySchema>;
  required?: string[];
  patternProperties?: Record<string, BodySchema>;
  additionalProperties?: BodySchema | boolean;
  items?: BodySchema;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
  examples?: unknown[];
};

export type BodyOperation = { requestBody?: { content?: Record<string, { schema?: BodySchema }> } };
type Schemas = Record<string, BodySchema>;

/** `values`: values to use for fields by name, such as addresses that may be called. */
export type BodyMaker = (operation: BodyOperation) => TestCall;

const FAR_OFF: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1e308,
  2 ** 53,
  0.1,
  true,
  [],
  {},
  [[]],
  '\u0000',
  '\uD800',
  'a\nb',
  "' or 1=1 --",
  '<script>',
  '=cmd|x',
  '__proto__',
  'ñ'.repeat(300),
  'a'.repeat(6_000),
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  { a: { a: { a: {} } } },
];

export function makeBodyFuzzer(
  schemas: Schemas,
  known: KnownIds,
  values: Readonly<Record<string, readonly unknown[]>>,
  random: SeededRandom,
): BodyMaker {
  const pick = <T>(from: readonly T[]): T => from[random.below(from.length)] as T;
  const oneIn = (n: number) => random.below(n) === 0;

  const resolve = (schema: BodySchema): BodySchema =>
    schema.$ref === undefined ? schema : (schemas[schema.$ref.replace(/^.*\//, '')] ?? {});

  function valueFrom(given: BodySchema, name: string, depth: number): unknown {
    const schema = resolve(given);
    if (oneIn(14)) return pick(FAR_OFF);
    if (values[name] !== undefined) return pick(values[name]);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return pick(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return valueFrom(pick(choices), name, depth);
    const type = pick([schema.type ?? 'string'].flat());
    switch (type) {
      case 'object':
        return objectOf(schema, depth);
      case 'array':
        return depth > 4 ? [] : arrayOf(schema, name, depth);
      case 'integer':
      case 'number':
        return numberOf(schema, type);
      case 'boolean':
        return oneIn(2);
      case 'null':
        return null;
      default:
        return textOf(schema, name);
    }
  }

  function objectOf(schema: BodySchema, depth: number): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const isNeeded = schema.required?.includes(name) === true;
      if (isNeeded ? !oneIn(20) : oneIn(3) && depth < 5) made[name] = valueFrom(property, name, depth + 1);
    }
    const others =
      Object.values(schema.patternProperties ?? {})[0] ??
      (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
    if (others !== undefined && oneIn(2))
      made[pick(['a', 'clave', 'ñ', ''])] = valueFrom(others, '', depth + 1);
    if (oneIn(12)) made[pick(['unknown', 'id', 'constructor', 'toString'])] = pick(FAR_OFF);
    return made;
  }

  function arrayOf({ items = {}, minItems = 0 }: BodySchema, name: string, depth: number): unknown[] {
    const length = oneIn(10) ? 0 : minItems + random.below(3);
    const made = Array.from({ length }, () => valueFrom(items, name.replace(/s$/, ''), depth + 1));
    // Duplicate values, a mistake that people make.
    return oneIn(8) ? [...made, ...made] : made;
  }

  function numberOf({ minimum = 0, maximum = 1_000 }: BodySchema, type: string): number {
    return pick([minimum, maximum, minimum - 1, maximum + 1, random.below(100), type === 'number' ? 1.5 : 3]);
  }

  function textOf({ format, pattern, maxLength = 100, examples }: BodySchema, name: string): string {
    if (/(^|_)ids?$/.test(name) && !oneIn(4)) return known.forField(name, random);
    if (/sha256|hash/.test(name)) return pick(known.hashes);
    if (format === 'date-time') return pick(['2026-01-01T00:00:00Z', '2027-01-01T00:00:00-06:00', 'soon']);
    if (format === 'date' || /_on$|^day$|^from$|^to$/.test(name))
      return pick(['2026-01-31', '2024-02-29', '2031-12-01', '2026-1-1']);
    if (format === 'email' || name === 'email') return pick(['ana@example.com', 'a@b', 'x']);
    if (pattern !== undefined && examples !== undefined) return String(pick(examples));
    if (oneIn(15)) return 'x'.repeat(maxLength + 1);
    return pick([
      'emc',
      'total',
      'Ana',
      'Núñez',
      'María José',
      'A-1',
      'x',
      'Motivo',
      String(pick(examples ?? ['y'])),
    ]);
  }

  /** A body of the examples with a few fields generated anew. */
  function fromExample(schema: BodySchema): unknown {
    const example = schema.examples?.[random.below(schema.examples.length)];
    if (typeof example !== 'object' || example === null || Array.isArray(example)) return example;
    const made: Record<string, unknown> = { ...example };
    for (const name of Object.keys(made)) {
      if (values[name] !== undefined) made[name] = pick(values[name]);
      if (/_ids?$/.test(name) && typeof made[name] === 'string') made[name] = known.forField(name, random);
    }
    const names = Object.entries(schema.properties ?? {});
    for (let times = random.below(3); times > 0 && names.length > 0; times -= 1) {
      const [name, property] = pick(names);
      made[name] = valueFrom(property, name, 1);
    }
    return made;
  }

  const jsonOf = (given: BodySchema): unknown => {
    const schema = resolve(given);
    return schema.examples !== undefined && oneIn(2) ? fromExample(schema) : valueFrom(schema, '', 0);
  };

  return ({ requestBody }) => {
    const content = Object.entries(requestBody?.content ?? {});
    if (content.length === 0) return {};
    const [type, { schema = {} }] = pick(content);
    const text =
      type === 'application/json' || typeof schema.examples?.[0] !== 'string'
        ? (JSON.stringify(jsonOf(schema)) ?? '')
        : String(pick(schema.examples)).repeat(oneIn(4) ? 3 : 1);
    const payload = Buffer.from(text);
    return {
      headers: { 'content-type': oneIn(25) ? pick(['text/plain', 'application/xml', 'x']) : type },
      payload: oneIn(15) ? cut(payload) : payload,
    };
  };

  function cut(bytes: Buffer): Buffer {
    const at = random.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from([random.below(256)])]);
  }
}
