/** Checks every answer in the tests against our own OpenAPI document. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Header = { $ref?: string; required?: boolean; schema?: object };
type Response = {
  $ref?: string;
  content?: Record<string, { schema: object }>;
  headers?: Record<string, Header>;
};
type Operation = { responses: Record<string, Response> };
export type OpenapiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { responses?: Record<string, Response>; headers?: Record<string, Header> };
};

type Answer = {
  status: number;
  headers: Readonly<Record<string, string | string[] | number | undefined>>;
  text: string;
};

/** Throws when the document does not describe an answer of the public API. */
type OpenapiCheck = (method: string, url: string, answer: Answer) => void;

/**
 * Compiled once per process, because that takes longer than most tests. The document of other settings differs only in
 * title and address.
 */
let known: OpenapiCheck | undefined;

/** `describe` writes the document; it is called with the first answer that needs it. */
export function makeOpenapiCheck(describe: () => OpenapiDocument): OpenapiCheck {
  return (method, url, answer) => {
    known ??= compileCheck(describe());
    known(method, url, answer);
  };
}

function compileCheck(document: OpenapiDocument): OpenapiCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'openapi', components: document.components });
  const compiled = new Map<string, ValidateFunction>();
  const routes = Map.groupBy(
    Object.entries(document.paths).map(([template, operations]) => ({
      pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
      template,
      operations,
    })),
    ({ template }) => countParts(template),
  );
  const headersOf = new WeakMap<Response, KnownHeaders>();

  return (method, url, answer) => {
    const path = url.replace(/^https?:\/\/[^/]+/, '').split('?', 1)[0] ?? '';
    // A fixed address comes before one with a parameter in its place.
    const alike = routes.get(countParts(path)) ?? [];
    const route =
      alike.find(({ template }) => template === path) ?? alike.find(({ pattern }) => pattern.test(path));
    const operation = route?.operations[method.toLowerCase() === 'head' ? 'get' : method.toLowerCase()];
    if (route === undefined || operation === undefined) return;
    const where = `${method} ${route.template} → ${answer.status}`;
    const response = resolve(document.components.responses, operation.responses[answer.status]);
    if (response === undefined) throw new Error(`${where} is not in the OpenAPI document`);
    const headers = headersOf.get(response) ?? describedHeaders(document, response);
    headersOf.set(response, headers);
    const fault = faultInHeaders(headers, answer.headers);
    if (fault !== undefined) throw new Error(`${where}: ${fault}`);
    if (response.content === undefined || method === 'HEAD' || answer.text === '') return;
    const type = String(answer.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
    const schema = response.content[type]?.schema;
    if (schema === undefined) throw new Error(`${where}: the document knows no body of type "${type}"`);
    if (type !== 'application/json') return;
    const key = `${route.template} ${method} ${answer.status}`;
    const validate = compiled.get(key) ?? ajv.compile(localReferences(schema));
    compiled.set(key, validate);
    if (!validate(JSON.parse(answer.text))) {
      throw new Error(
        `${where} does not fit its schema: ${ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 500)}`,
      );
    }
  };
}

/** Headers that callers read; headers for caches and browsers are not described. */
const DESCRIBED =
  /^(x-(?!content-type-options)|ratelimit|retry-after$|www-authenticate$|etag$|location$|idempotent-|content-(disposition|language|digest)$)/;

type KnownHeaders = Map<string, Header | undefined>;

function describedHeaders({ components }: OpenapiDocument, { headers = {} }: Response): KnownHeaders {
  return new Map(
    Object.entries(headers).map(([name, header]) => [
      name.toLowerCase(),
      resolve(components.headers, header),
    ]),
  );
}

function faultInHeaders(known: KnownHeaders, sent: Answer['headers']): string | undefined {
  for (const name of Object.keys(sent)) {
    if (DESCRIBED.test(name) && !known.has(name)) return `the header ${name} is not in the document`;
  }
  for (const [name, header] of known) {
    if (header?.required && sent[name] === undefined) return `the header ${name} is missing`;
  }
  return undefined;
}

function countParts(path: string): number {
  return path.split('/').length;
}

function resolve<T extends { $ref?: string }>(
  shared: Record<string, T> | undefined,
  found: T | undefined,
): T | undefined {
  return found?.$ref === undefined ? found : shared?.[found.$ref.split('/').at(-1) ?? ''];
}

function localReferences(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/'));
}
