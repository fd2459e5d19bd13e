/** Requests that are valid except for one parameter with a hostile value. */

import { BOUNDARY } from './multipart.ts';
import type { FieldSchema, RouteParameters } from './route-parameters.ts';

export type NastyRequest = {
  /** A description for people: the route, the parameter and its value. */
  what: string;
  method: 'GET';
  url: string;
  headers: Record<string, string | string[]>;
  payload?: string | Buffer;
};

/** Valid values by name, and the query of routes that do not describe theirs. */
export type Known = {
  params(url: string, name: string): string;
  query(url: string): Record<string, string>;
  field(name: string): unknown;
  headers(url: string): Record<string, string>;
};

/** A lone surrogate as the bytes that a careless encoder writes for it. */
const SURROGATE_BYTES = '%ED%A0%80';

type Nasty = { name: string; text: string; encoded?: string };
const NASTY: Nasty[] = [
  { name: 'NUL', text: '\u0000' },
  { name: 'a lone surrogate', text: '\uD800', encoded: SURROGATE_BYTES },
  { name: 'U+FFFF', text: '\uFFFF' },
  { name: 'U+202E', text: '\u202E' },
];
const LONG = 'a'.repeat(8 * 1024);

/** The hostile value alone, and the hostile value appended to a valid one. */
type Variant = { name: string; of(right: string): string; encoded(right: string): string };
const VARIANTS: Variant[] = [
  ...NASTY.flatMap(({ name, text, encoded = encodeURIComponent(text) }) => [
    { name, of: () => text, encoded: () => encoded },
    {
      name: `a right value and ${name}`,
      of: (right: string) => right + text,
      encoded: (right: string) => encodeURIComponent(right) + encoded,
    },
  ]),
  { name: '8 KB', of: () => LONG, encoded: () => LONG },
  { name: 'nothing', of: () => '', encoded: () => '' },
];

export function rightRequest(route: RouteParameters, known: Known): NastyRequest {
  return { ...base(route, known), what: `${route.method} ${route.url}` };
}

/** If `headers` is empty, no header is tried. */
export function nastyRequests(
  route: RouteParameters,
  known: Known,
  headers: readonly string[],
): NastyRequest[] {
  // A HEAD is answered by the handler of its GET.
  if (route.method === 'HEAD') return [];
  return [
    ...inPath(route, known),
    ...inQuery(route, known),
    ...(headers.length === 0 ? [] : inHeaders(route, known, headers)),
    ...inBody(route, known),
  ];
}

function inPath(route: RouteParameters, known: Known): NastyRequest[] {
  return route.params.flatMap((name) => {
    const right = known.params(route.url, name);
    const values = [
      ...VARIANTS.map((variant) => [variant.name, variant.encoded(right)] as const),
      ['it twice', `${right}/${right}`] as const,
    ];
    return values.map(([how, value]) => ({
      ...base(route, known, { [name]: value }),
      what: `${route.method} ${route.url}: ${name} is ${how}`,
    }));
  });
}

function inQuery(route: RouteParameters, known: Known): NastyRequest[] {
  const right = rightQuery(route, known);
  const names = [...new Set([...Object.keys(route.query), ...Object.keys(right), 'unknown'])];
  return names.flatMap((name) => {
    const value = right[name] ?? 'a';
    const written = [
      ...VARIANTS.map((variant) => [variant.name, `${name}=${variant.encoded(value)}`] as const),
      ['it twice', `${name}=${value}&${name}=${value}`] as const,
      ['named by NUL', `%00=${value}`] as const,
    ];
    return written.map(([how, text]) => ({
      ...base(route, known, {}, { left: name, added: text }),
      what: `${route.method} ${route.url}: query ${name} is ${how}`,
    }));
  });
}

/**
 * Headers that may cause a refusal by themselves. They are tried one at a time, so that the refusal of one hides no
 * other.
 */
const GATES = ['authorization', 'cookie', 'expect', 'host', 'origin', 'sec-fetch-site'];
const BODY_GATES = [
  'content-digest',
  'content-encoding',
  'content-length',
  'content-type',
  'idempotency-key',
];

function inHeaders(route: RouteParameters, known: Known, names: readonly string[]): NastyRequest[] {
  const gates = route.method === 'GET' ? GATES : [...GATES, ...BODY_GATES];
  const together = names.filter((name) => !GATES.includes(name) && !BODY_GATES.includes(name));
  return [...gates.map((name) => [name]), together].flatMap((some) => {
    const rightOne = (name: string) => known.headers(route.url)[name] ?? 'a';
    const variants: (readonly [string, (name: string) => string | string[]])[] = [
      // Header values as Node's parser gives them: one character for each byte.
      ...VARIANTS.map(
        (variant) => [variant.name, (name: string) => toLatin1(variant.of(rightOne(name)))] as const,
      ),
      ['it twice', (name) => [rightOne(name), rightOne(name)]],
    ];
    return variants.map(([how, of]) => {
      const request = base(route, known);
      const headers = Object.fromEntries(some.map((name) => [name, of(name)]));
      return {
        ...request,
        headers: { ...request.headers, ...headers },
        what: `${route.method} ${route.url}: header ${some.length === 1 ? some[0] : 'of any other name'} is ${how}`,
      };
    });
  });
}

function inBody(route: RouteParameters, known: Known): NastyRequest[] {
  return Object.entries(route.body).flatMap(([name, schema]) => {
    const right = rightBody(route, known);
    const text = String(right[name] ?? 'a');
    const values: (readonly [string, unknown])[] = [
      ...VARIANTS.map((variant) => [variant.name, variant.of(text)] as const),
      ...(schema.type === 'array'
        ? VARIANTS.map((variant) => [`a list of ${variant.name}`, [variant.of(text)]] as const)
        : []),
      ['it twice', [text, text]],
    ];
    const asJson = values.map(([how, value]) => ({
      ...base(route, known),
      payload: JSON.stringify({ ...right, [name]: value }),
      what: `${route.method} ${route.url}: field ${name} is ${how}`,
    }));
    return [...(route.isJson ? asJson : []), ...(route.isForm ? inForm(route, known, name) : [])];
  });
}

/** The same field of an upload as a part of a form; `file_name` and `file_mime` are headers of the file's part. */
function inForm(route: RouteParameters, known: Known, name: string): NastyRequest[] {
  const right = String(rightBody(route, known)[name] ?? 'a');
  const part = (field: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
  const file = (fileName: string, type: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\nhello\r\n`;
  const form = (value: string) => {
    if (name === 'file_name') return file(value, 'text/plain');
    if (name === 'file_mime') return file('a.txt', value);
    return part(name, value) + file('a.txt', 'text/plain');
  };
  const values = [
    ...VARIANTS.map((variant) => [variant.name, form(variant.of(right))] as const),
    ['it twice', form(right) + form(right)] as const,
  ];
  return values.map(([how, text]) => {
    const request = base(route, known);
    return {
      ...request,
      headers: { ...request.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      payload: `${text}--${BOUNDARY}--\r\n`,
      what: `${route.method} ${route.url}: part ${name} is ${how}`,
    };
  });
}

function base(
  route: RouteParameters,
  known: Known,
  params: Record<string, string> = {},
  query: { left: string; added: string } = { left: '', added: '' },
): Omit<NastyRequest, 'what'> {
  const path = route.url.replace(
    /:(\w+)|\*/g,
    (whole, name) => params[name ?? whole] ?? known.params(route.url, name ?? whole),
  );
  const rest = Object.entries(rightQuery(route, known))
    .filter(([name]) => name !== query.left)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  // Replaced in place, so that the order of parameters in a signed address stays the same.
  const at = Object.keys(rightQuery(route, known)).indexOf(query.left);
  if (query.added !== '') rest.splice(at < 0 ? rest.length : at, 0, query.added);
  const hasBody = Object.keys(route.body).length > 0;
  return {
    method: route.method as 'GET',
    url: rest.length > 0 ? `${path}?${rest.join('&')}` : path,
    headers: { ...known.headers(route.url), ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { payload: JSON.stringify(rightBody(route, known)) }),
  };
}

function rightQuery({ url, query }: RouteParameters, known: Known): Record<string, string> {
  const described = Object.entries(query).map(([name, schema]) => [
    name,
    String(rightValue(name, schema, known)),
  ]);
  return { ...Object.fromEntries(described), ...known.query(url) };
}

function rightBody({ body }: RouteParameters, known: Known): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, schema]) => [name, rightValue(name, schema, known)]),
  );
}

function rightValue(name: string, schema: FieldSchema, known: Known): unknown {
  const value = known.field(name);
  if (value !== undefined) return value;
  if (schema.enum !== undefined) return schema.enum[0];
  const type = [schema.type].flat()[0];
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return true;
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {});
    return Object.fromEntries(fields.map(([field, of]) => [field, rightValue(field, of, known)]));
  }
  if (type === 'array') return [rightValue(name, schema.items ?? {}, known)];
  if (schema.format === 'date-time') return '2099-01-01T00:00:00Z';
  if (schema.format === 'email') return 'ana@example.com';
  return 'a'.repeat(schema.minLength ?? 4);
}

function toLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
