/**
 * The OpenAPI document as the pages of the reference need it: sections of operations, and the records in their answers.
 */

import { exampleParameter } from '../example-parameters.ts';

export type Schema = {
  $ref?: string;
  description?: string;
  type?: string | readonly string[];
  format?: string;
  const?: unknown;
  default?: unknown;
  enum?: readonly unknown[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
};

export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
};

type Media = { schema?: Schema; example?: unknown; examples?: Readonly<Record<string, { value: unknown }>> };
type Content = Readonly<Record<string, Media>>;
export type Answer = { $ref?: string; description?: string; content?: Content };

export type Described = {
  operationId: string;
  method: string;
  /** The whole path, with parameters in braces. */
  path: string;
  tag: string;
  /** The last part of the address of the operation's section. */
  slug: string;
  summary: string;
  description: string | undefined;
  scope: string | undefined;
  parameters: readonly Parameter[];
  body: Content;
  answers: readonly (Answer & { status: string })[];
  samples: readonly { lang: string; label: string; source: string }[];
};

export type Section = { tag: string; slug: string; description: string; operations: readonly Described[] };

export type Reference = {
  sections: readonly Section[];
  records: Readonly<Record<string, Schema>>;
  /** The operations that may answer with this error code. */
  refusing(code: string): readonly Described[];
};

type Document = {
  tags: readonly { name: string; description: string }[];
  components: {
    schemas: Readonly<Record<string, Schema>>;
    responses: Readonly<Record<string, Answer>>;
  };
  paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
};

type DocumentOperation = {
  operationId: string;
  tags: readonly string[];
  summary?: string;
  description?: string;
  'x-required-scope'?: string;
  'x-codeSamples'?: Described['samples'];
  parameters?: readonly Parameter[];
  requestBody?: { content: Content };
  responses: Readonly<Record<string, Answer>>;
};

/** `document` is the finished OpenAPI document, which the framework types only as an object. */
export function readReference(document: object): Reference {
  const { tags, paths, components } = document as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => describe(method, path, one, components.responses)),
  );
  const sections = tags.map(({ name, description }) => ({
    tag: name,
    slug: slugOf(name),
    description,
    operations: operations.filter(({ tag }) => tag === name),
  }));
  const users = new Map<string, Described[]>();
  for (const operation of operations) {
    for (const code of codesOf(operation, components.schemas)) {
      const known = users.get(code) ?? [];
      known.push(operation);
      users.set(code, known);
    }
  }
  return { sections, records: components.schemas, refusing: (code) => users.get(code) ?? [] };
}

function describe(
  method: string,
  path: string,
  operation: DocumentOperation,
  shared: Document['components']['responses'],
): Described {
  const { operationId, tags, summary, description, parameters, requestBody, responses } = operation;
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    tag: tags[0] ?? '',
    slug: slugOf(tags[0] ?? ''),
    summary: summary ?? operationId,
    description,
    scope: operation['x-required-scope'],
    parameters: parameters ?? [],
    body: requestBody?.content ?? {},
    answers: Object.entries(responses).map(([status, answer]) => ({
      ...(answer.$ref === undefined ? answer : shared[nameIn(answer.$ref)]),
      status,
    })),
    samples: operation['x-codeSamples'] ?? [],
  };
}

/** The error codes of all refusals, sorted by status. */
export function codesOf({ answers }: Described, records: Reference['records']): string[] {
  return answers.flatMap(({ status, content }) => {
    if (Number(status) < 400) return [];
    const schema = content?.['application/json']?.schema ?? {};
    const found = schema.$ref === undefined ? schema : records[nameIn(schema.$ref)];
    return (found?.properties?.error?.enum ?? []).map(String);
  });
}

/** The first example in the description of the operation's body. */
export function exampleBody({ body }: Described): { type: string; example: unknown } | undefined {
  const type = ['application/json', ...Object.keys(body)].find((one) => body[one] !== undefined);
  const media = type === undefined ? undefined : body[type];
  if (type === undefined || media === undefined) return undefined;
  return { type, example: media.example ?? Object.values(media.examples ?? {})[0]?.value };
}

/** An example of each parameter of the path, in order. */
export function examplePath({ path }: Described): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => exampleParameter(path, name));
}

/** `#/components/schemas/Member` → `Member` */
export function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

function slugOf(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}
