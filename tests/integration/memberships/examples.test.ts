import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEMBERSHIP_OPERATIONS } from '../../../server/src/memberships/routes-v1.ts';
import { inPlace, PLACES } from '../../harness/example-places.ts';
import { openCouncil } from '../../harness/memberships.ts';
import { openTestSello, type TestSello } from '../../harness/test-sello.ts';

type Schema = { examples?: unknown[]; properties?: Record<string, Schema>; title?: string } & object;
/** The framework moves the examples of a whole body beside its schema. */
type Media = { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };
type Content = Record<string, Media>;
type Described = {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

let sello: TestSello;
let described: Map<string, Described>;
beforeAll(async () => {
  sello = await openTestSello();
  const { paths } = sello.app.swagger() as unknown as { paths: Record<string, Record<string, Described>> };
  described = new Map(
    Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => [one.operationId, one])),
  );
});
afterAll(() => sello.close());

const WITH_BODY = MEMBERSHIP_OPERATIONS.filter(({ body }) => body !== undefined);

test.for(WITH_BODY.map((operation) => [operation.operationId, operation] as const))(
  '%s takes every example of its description, and answers as the example of its answer says',
  async ([name, { method, path }]) => {
    const { requestBody, responses } = describedAs(name);
    const bodies = Object.entries(requestBody?.content ?? {});
    expect(bodies.length).toBeGreaterThan(0);
    for (const [type, media] of bodies) {
      expect(examplesOf(media), `${name} ${type}`).not.toEqual([]);
      for (const example of examplesOf(media)) {
        const council = await openCouncil(sello);
        const place = await PLACES[name]?.(council);
        if (place === undefined) throw new Error(`no place is prepared for ${name}`);
        const url = path.replaceAll(/:(\w+)/g, (_, param: string) => place.params[param] ?? '');
        const payload = inPlace(example, place) as object;
        const answer = await council.call(method, url, payload, { headers: { 'content-type': type } });
        expect(answer.status, `${method} ${url}: ${answer.text}`).toBeLessThan(300);
        const shown = responses[answer.status]?.content?.['application/json']?.schema;
        expectSameFields(answer.body, shown);
      }
    }
  },
);

/** A field that an example lacks, or has too much, would mislead whoever reads it. */
function expectSameFields(body: Record<string, object>, schema: Schema | undefined): void {
  for (const [name, part] of Object.entries(schema?.properties ?? {})) {
    const [example] = part.examples ?? [];
    if (typeof example !== 'object' || example === null) continue;
    expect(Object.keys(body[name] ?? {}).toSorted(), name).toEqual(Object.keys(example).toSorted());
  }
}

test('every example fits the schema that it stands in', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const inBodies = [...described.values()].flatMap(({ requestBody }) =>
    Object.values(requestBody?.content ?? {}).map((media) => [media.schema, examplesOf(media)] as const),
  );
  const inAnswers = schemasIn([...described.values()].map(({ responses }) => responses)).map(
    (schema) => [schema, schema.examples ?? []] as const,
  );
  const all = [...inBodies, ...inAnswers].flatMap(([schema, examples]) =>
    examples.map((example) => [schema, example] as const),
  );
  expect(all.length).toBeGreaterThan(100);
  for (const [schema, example] of all)
    expect(ajv.validate(schema, example), `${schema.title} ${ajv.errorsText()}`).toBe(true);
});

test.for(['Member', 'Membership', 'Term', 'Evaluation', 'Course', 'Award', 'Roster', 'Import', 'Renewal'])(
  'wherever a %s is answered there is an example of it',
  (title) => {
    const found = schemasIn([...described.values()].map(({ responses }) => responses)).filter(
      (schema) => schema.title === title,
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ examples = [] }) => examples.length === 0)).toEqual([]);
  },
);

function examplesOf({ schema, example, examples = {} }: Media): unknown[] {
  const beside = Object.values(examples).map(({ value }) => value);
  return [...(example === undefined ? [] : [example]), ...beside, ...(schema.examples ?? [])];
}

function describedAs(name: string): Described {
  const found = described.get(name);
  if (found === undefined) throw new Error(`${name} is not described`);
  return found;
}

function schemasIn(value: unknown): Schema[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, part]) =>
    name === 'examples' ? [] : schemasIn(part),
  );
  return Array.isArray(value) ? inside : [value as Schema, ...inside];
}
