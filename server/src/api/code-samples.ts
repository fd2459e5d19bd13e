/**
 * Code samples that call each operation with curl, JavaScript and Python, made from the operation's own examples. Tests
 * run the curl samples.
 */

import { exampleParameter } from './example-parameters.ts';

type Media = {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
  schema?: { contentMediaType?: string };
};

export type SampledOperation = {
  /** The framework puts a schema's example beside the schema instead of into it. */
  parameters?: readonly {
    name: string;
    in: string;
    required?: boolean;
    schema?: { enum?: unknown[] };
    example?: unknown;
  }[];
  requestBody?: { content?: Record<string, Media> };
  responses?: Record<string, { content?: object }>;
  security?: readonly object[];
};

type Sample = { lang: string; label: string; source: string };

type Call = {
  method: string;
  url: string;
  hasKey: boolean;
  /** The JSON body; undefined for an operation without a body. */
  json: unknown;
  /** The fields of a form, without its file. Undefined for an operation that takes no form. */
  form: readonly FormPart[] | undefined;
  /** The media type of a body that is a whole file; undefined for other bodies. */
  bytes: string | undefined;
  answer: 'json' | 'text' | 'nothing';
};

/** The parts of a form that are files, each with the name of the file that a sample sends. */
const FILES: Readonly<Record<string, string>> = { file: 'contrato.pdf', evidence: 'timestamp.tsr' };

/** The file that a sample sends as the whole body. */
const BYTES_FILE = 'query.tsq';

type FormPart = readonly [name: string, value: string];

/** In the example, a part that may be sent several times is a list. */
function partsOf(example: Record<string, string | readonly string[]>): FormPart[] {
  return Object.entries(example).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one] as const),
  );
}
const KEY = 'SELLO_API_KEY';

export function codeSamples(
  baseUrl: string,
  method: string,
  path: string,
  operation: SampledOperation,
): Sample[] {
  const call = callOf(baseUrl, method.toUpperCase(), path, operation);
  return [
    { lang: 'shell', label: 'curl', source: inCurl(call) },
    { lang: 'javascript', label: 'JavaScript', source: inJavaScript(call) },
    { lang: 'python', label: 'Python', source: inPython(call) },
  ];
}

function callOf(baseUrl: string, method: string, path: string, operation: SampledOperation): Call {
  const { content = {} } = operation.requestBody ?? {};
  const form = content['multipart/form-data'];
  const example = exampleOf(form ?? content['application/json']);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleParameter(path, name));
  return {
    method,
    url: `${baseUrl}${filled}${queryOf(operation)}`,
    hasKey: (operation.security ?? []).length > 0,
    json: form === undefined ? example : undefined,
    form: form === undefined ? undefined : partsOf(example as Record<string, string | string[]>),
    bytes: example === undefined ? Object.values(content)[0]?.schema?.contentMediaType : undefined,
    answer: answerOf(operation),
  };
}

function answerOf({ responses = {} }: SampledOperation): Call['answer'] {
  const [, { content } = {}] = Object.entries(responses).find(([status]) => /^2/.test(status)) ?? [];
  if (content === undefined) return 'nothing';
  return Object.keys(content).some((type) => type.endsWith('json') && !type.endsWith('ndjson'))
    ? 'json'
    : 'text';
}

function exampleOf(media: Media | undefined): unknown {
  return media?.example ?? Object.values(media?.examples ?? {})[0]?.value;
}

/** The required query parameters, each with the first of its allowed values or with its example. */
function queryOf({ parameters = [] }: SampledOperation): string {
  const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required === true);
  const pairs = needed.map(({ name, schema, example }) => `${name}=${schema?.enum?.[0] ?? example ?? ''}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function inCurl({ method, url, hasKey, json, form, bytes }: Call): string {
  const hasBody = json !== undefined || form !== undefined || bytes !== undefined;
  const isUsual = method === (hasBody ? 'POST' : 'GET');
  return [
    `curl ${isUsual ? '' : `-X ${method} `}${shellQuoted(url)}`,
    ...(hasKey ? [`-H "Authorization: Bearer $${KEY}"`] : []),
    ...(json === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellQuoted(pretty(json))}`]),
    ...(bytes === undefined ? [] : [`-H 'Content-Type: ${bytes}'`, `--data-binary @${BYTES_FILE}`]),
    ...(form ?? []).map(([name, value]) =>
      FILES[name] === undefined ? `-F ${shellQuoted(`${name}=${value}`)}` : `-F '${name}=@${FILES[name]}'`,
    ),
  ].join(' \\\n  ');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function inJavaScript({ method, url, hasKey, json, form, bytes, answer }: Call): string {
  const type = json === undefined ? bytes : 'application/json';
  const headers = [
    ...(hasKey ? [`Authorization: \`Bearer \${process.env.${KEY}}\``] : []),
    ...(type === undefined ? [] : [`'Content-Type': '${type}'`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(json === undefined ? [] : [`  body: JSON.stringify(${indented(pretty(json))}),`]),
    ...(form === undefined ? [] : ['  body: form,']),
    ...(bytes === undefined ? [] : [`  body: await openAsBlob('${BYTES_FILE}'),`]),
  ];
  return [
    ...(form === undefined && bytes === undefined ? [] : ["import { openAsBlob } from 'node:fs';\n"]),
    ...(form === undefined ? [] : formInJavaScript(form)),
    `const response = await fetch(${quoted(url)}${options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`});`,
    'if (!response.ok) throw new Error((await response.json()).message);',
    ...(answer === 'nothing' ? [] : [`console.log(await response.${answer}());`]),
  ].join('\n');
}

function formInJavaScript(form: readonly FormPart[]): string[] {
  return [
    'const form = new FormData();',
    ...form.map(([name, value]) =>
      FILES[name] !== undefined
        ? `form.append('${name}', await openAsBlob('${FILES[name]}'), '${FILES[name]}');`
        : `form.append('${name}', ${quoted(value)});`,
    ),
  ];
}

function inPython({ method, url, hasKey, json, form, bytes, answer }: Call): string {
  const files = (form ?? []).flatMap(([name]) => (FILES[name] === undefined ? [] : [[name, FILES[name]]]));
  const fields = Object.fromEntries((form ?? []).filter(([name]) => FILES[name] === undefined));
  const headers = [
    ...(hasKey ? [`'Authorization': f"Bearer {os.environ['${KEY}']}"`] : []),
    ...(bytes === undefined ? [] : [`'Content-Type': '${bytes}'`]),
  ];
  const options = [
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(bytes === undefined ? [] : [`    data=open('${BYTES_FILE}', 'rb'),`]),
    ...(json === undefined ? [] : [`    json=${indented(pythonLiteral(json), '    ')},`]),
    ...(files.length === 0
      ? []
      : [`    files={${files.map(([name, file]) => `'${name}': open('${file}', 'rb')`).join(', ')}},`]),
    ...(Object.keys(fields).length === 0 ? [] : [`    data=${indented(pythonLiteral(fields), '    ')},`]),
  ];
  return [
    ...(hasKey ? ['import os'] : []),
    'import requests\n',
    `response = requests.${method.toLowerCase()}(`,
    `    ${quoted(url)},`,
    ...options,
    ')',
    'response.raise_for_status()',
    ...(answer === 'nothing' ? [] : [`print(response.${answer === 'json' ? 'json()' : 'text'})`]),
  ].join('\n');
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** JSON is valid Python except for three words, which never occur inside a string here. */
export function pythonLiteral(value: unknown): string {
  return pretty(value).replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (word) => {
    if (word.startsWith('"')) return word;
    return { true: 'True', false: 'False', null: 'None' }[word] ?? word;
  });
}

function indented(text: string, by = '  '): string {
  return text.replaceAll('\n', `\n${by}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
