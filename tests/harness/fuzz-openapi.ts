/** Requests generated from an OpenAPI document: mostly almost valid, some far off, all from one seed. */

import type { BodyMaker, BodyOperation, BodySchema } from './fuzz-bodies.ts';
import { BOUNDARY, multipart } from './multipart.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { TestCall } from './test-sello.ts';

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: { const?: unknown }[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
};
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema?: Schema };
type Operation = BodyOperation & { operationId?: string; parameters?: Parameter[] };
export type FuzzDocument = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, BodySchema> };
};

/** Existing ids, hashes and keys. */
type Known = { ids: string[]; hashes: string[]; keys: string[] };

type FuzzedRequest = { operationId: string; method: string; url: string; call: TestCall };

/** Bodies from the schema of each operation, and ids of the kind that its address needs. */
type Guided = { bodies: BodyMaker; idFor: (template: string) => string };

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  'NaN',
  '9'.repeat(30),
  'null',
  'true',
  '\u0000',
  '\uD800',
  '‮txt',
  'ñ',
  '%',
  '%00',
  '%2e%2e%2f',
  '../../etc/passwd',
  "' or 1=1 --",
  '<script>',
  '{"a":',
  '__proto__',
  'a'.repeat(300),
  'a'.repeat(5_000),
  '2026-02-30T00:00:00Z',
  '2026-01-31T18:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '٣',
  '\r\nX-Injected: 1',
];

export function makeFuzzer(
  document: FuzzDocument,
  known: Known,
  random: SeededRandom,
  guided?: Guided,
): () => FuzzedRequest {
  const operations = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      template,
      method: method.toUpperCase(),
      operation,
    })),
  );
  const uploads = operations.filter(
    ({ template, method }) => method === 'POST' && template.endsWith('/certificates'),
  );
  const pick = <T>(values: readonly T[]): T => values[random.below(values.length)] as T;
  const oneIn = (n: number) => random.below(n) === 0;

  const valueFor = ({ name, schema = {} }: Parameter, template: string): string => {
    if (oneIn(guided === undefined ? 5 : 12)) return pick(NASTY);
    const choices =
      schema.enum ?? schema.anyOf?.map((choice) => choice.const).filter((one) => one !== undefined);
    if (choices !== undefined && choices.length > 0) return String(pick(choices));
    // Without the values from 2 to 60, for which the test would wait so many seconds.
    if (name === 'timeout') return pick(['0', '1', '61']);
    if (guided !== undefined && (name === 'after' || /(^|_)id$/.test(name))) return guided.idFor(template);
    if (name === 'id') return pick(known.ids);
    if (/sha256|hash/.test(name)) return pick(known.hashes);
    if (schema.type === 'integer') {
      const { minimum = 0, maximum = 1_000 } = schema;
      return String(pick([minimum, maximum, minimum - 1, maximum + 1, random.below(100)]));
    }
    if (schema.format === 'date-time') return pick(['2026-01-01T00:00:00Z', '2027-01-01T00:00:00-06:00']);
    return pick(['contract', 'Contrato', 'a', ...known.ids, ...known.hashes]);
  };

  const urlOf = (template: string, parameters: Parameter[]): string => {
    const path = template.replace(/\{([^}]+)\}/g, (_, name) => {
      const parameter = parameters.find((one) => one.name === name) ?? { name, in: 'path' };
      const value = valueFor(parameter as Parameter, template);
      return oneIn(20) ? value.replace(/[^!-~]/g, '%') : encodeLossy(value);
    });
    const query = parameters
      .filter((parameter) => parameter.in === 'query' && (parameter.required ? !oneIn(10) : oneIn(3)))
      .flatMap((parameter) => (oneIn(15) ? [parameter, parameter] : [parameter]))
      .map((parameter) => `${parameter.name}=${encodeLossy(valueFor(parameter, template))}`);
    if (query.some((one) => one.startsWith('wait=')) && !query.some((one) => one.startsWith('timeout=')))
      query.push('timeout=1');
    if (oneIn(20)) query.push(`${encodeLossy(pick(NASTY))}=${encodeLossy(pick(NASTY))}`);
    const tail = oneIn(40) ? pick(['/', '//', '/..', ';a=b', '%2f']) : '';
    return `${path}${tail}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  };

  const text = () => pick([...NASTY, 'Contrato', 'título', 'a.pdf']);
  const multipartBody = (): TestCall => {
    const fields = ['title', 'description', 'document_type', 'unknown'].filter(() => oneIn(2));
    const parts = fields.map((name) => ({ name, value: text() }));
    const file = {
      name: 'file',
      value: pick(['x', '', 'a'.repeat(1_000)]),
      filename: text(),
      type: pick(['text/plain', '', 'a/b; c']),
    };
    const form = multipart(oneIn(10) ? parts : [...parts, file]);
    return oneIn(8) ? { ...form, payload: damage(form.payload, random) } : form;
  };
  const jsonBody = (): TestCall => {
    const body: Record<string, unknown> = {
      file_base64: pick<unknown>(['aG9sYQ==', 'a', '', '!!!!', null, 5, ['aG9sYQ==']]),
      file_name: pick<unknown>([text(), 'a.txt', null, {}, 7]),
    };
    for (const name of ['title', 'description', 'document_type', 'unknown', 'id']) {
      if (oneIn(3)) body[name] = pick<unknown>([text(), 1, null, [], { a: {} }]);
    }
    const payload = Buffer.from(JSON.stringify(body));
    return {
      headers: { 'content-type': 'application/json' },
      payload: oneIn(8) ? damage(payload, random) : payload,
    };
  };
  const bodyFor = (method: string): TestCall => {
    if (method !== 'POST' && !oneIn(30)) return {};
    const body = oneIn(2) ? multipartBody() : jsonBody();
    if (!oneIn(12)) return body;
    const type = pick([
      'text/plain',
      'application/xml',
      'multipart/form-data',
      `multipart/mixed; boundary=${BOUNDARY}`,
      'x',
    ]);
    return { ...body, headers: { 'content-type': type } };
  };

  const headersFor = (): Record<string, string> => {
    const headers: Record<string, string> = {};
    if (oneIn(5)) headers['idempotency-key'] = pick([visible(text()), `key-${random.below(50)}`]);
    if (oneIn(5))
      headers['accept-language'] = pick(['es', 'en', 'es-MX,es;q=0.9', 'q=;;', '*', visible(text())]);
    if (oneIn(10)) headers['content-digest'] = pick(['sha-256=:AAAA:', 'sha-256=:', 'x', 'md5=:a:']);
    if (oneIn(10)) headers.range = pick(['bytes=0-1', 'bytes=-1', 'bytes=5-2', 'lines=1', 'bytes=0-1,3-4']);
    if (oneIn(10)) headers['if-none-match'] = pick(['*', '"x"', 'x']);
    if (oneIn(10)) headers.accept = pick(['*/*', 'application/json', 'text/html', 'x']);
    return headers;
  };

  return () => {
    // One request in eight is an upload, however many operations there are, because uploads process a stranger's bytes
    // most deeply.
    const { template, method, operation } = pick(guided === undefined && oneIn(8) ? uploads : operations);
    const used = oneIn(25) ? pick(METHODS) : method;
    const { headers = {}, ...body } =
      guided !== undefined && !oneIn(15) ? guided.bodies(operation) : bodyFor(used);
    const key = oneIn(12) ? pick([undefined, 'x', visible(text()), 'sello_live_AAAA']) : pick(known.keys);
    return {
      operationId: operation.operationId ?? template,
      method: used,
      url: urlOf(template, operation.parameters ?? []),
      call: { ...body, key, headers: { ...headers, ...headersFor() } },
    };
  };
}

/** Changes, removes or inserts a byte, a few times. */
function damage(bytes: Buffer, random: SeededRandom): Buffer {
  let damaged = Buffer.from(bytes);
  for (let times = 1 + random.below(3); times > 0; times -= 1) {
    const at = random.below(damaged.length);
    const piece = Buffer.from([random.below(256)]);
    damaged = Buffer.concat([
      damaged.subarray(0, at),
      random.below(2) === 0 ? piece : Buffer.alloc(0),
      damaged.subarray(at + random.below(2)),
    ]);
  }
  return damaged;
}

/** A lone surrogate, which has no encoding, becomes what a careless client would send. */
function encodeLossy(value: string): string {
  return value.isWellFormed() ? encodeURIComponent(value) : '%ED%A0%80';
}

/** The text as a header can carry it. */
function visible(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '?').slice(0, 400);
}
