/**
 * Code samples that call an operation with our own clients, in JavaScript and Python, made from the operation's
 * examples.
 */

import { pythonLiteral } from '../code-samples.ts';
import { type Described, exampleBody, examplePath } from './description.ts';

type ClientSample = { language: 'javascript' | 'python'; source: string };

type ClientMethod = { method: string; path: string; list?: string; file?: boolean };

/** The table of operations from which the clients are made: resources, each with methods. */
export type ClientTable = Readonly<Record<string, Readonly<Record<string, ClientMethod>>>>;

type Call = {
  resource: string;
  name: string;
  path: readonly string[];
  /** The body; for a call without a body, its required query parameters. */
  input: unknown;
  kind: 'list' | 'file' | 'record';
  takesBody: boolean;
};

const API = '/api/public/v1';

/** Empty for operations that the clients do not have: those of the log, and the API's description itself. */
export function clientSamples(table: ClientTable, operation: Described): ClientSample[] {
  if (operation.body['multipart/form-data'] !== undefined) return UPLOAD;
  const call = callOf(table, operation);
  if (call === undefined) return [];
  return [
    { language: 'javascript', source: inJavaScript(call) },
    { language: 'python', source: inPython(call) },
  ];
}

/** The clients send files with a handwritten method, which chooses between form and stream by itself. */
const UPLOAD: ClientSample[] = [
  {
    language: 'javascript',
    source: `import { Sello } from '@sello/sdk';

const sello = new Sello();
const certificate = await sello.certificates.create({
  path: 'contrato.pdf',
  title: 'Contrato de arrendamiento',
});
console.log(certificate.id);`,
  },
  {
    language: 'python',
    source: `from sello import Sello

sello = Sello()
certificate = sello.certificates.create(path="contrato.pdf", title="Contrato de arrendamiento")
print(certificate["id"])`,
  },
];

function callOf(table: ClientTable, operation: Described): Call | undefined {
  const { method, path } = operation;
  const found = Object.entries(table).flatMap(([resource, methods]) =>
    Object.entries(methods)
      .filter(([, one]) => one.method === method && API + one.path === path)
      .map(([name, one]) => ({ resource, name, one })),
  );
  const [first] = found;
  if (first === undefined) return undefined;
  const { resource, name, one } = first;
  const takesBody = Object.keys(operation.body).length > 0;
  return {
    resource,
    name,
    path: examplePath(operation),
    input: takesBody ? inputOf(operation) : neededQuery(operation),
    kind: one.list === undefined ? (one.file === true ? 'file' : 'record') : 'list',
    takesBody,
  };
}

/** A table is sent as text; the clients need to be told its format. */
function inputOf(operation: Described): unknown {
  const { type, example } = exampleBody(operation) ?? { type: '', example: {} };
  if (type === 'text/csv') return { csv: example };
  return type === 'application/x-ndjson' ? { ndjson: example } : example;
}

function neededQuery({ parameters }: Described): Record<string, unknown> | undefined {
  const needed = parameters.filter((one) => one.in === 'query' && one.required === true);
  if (needed.length === 0) return undefined;
  return Object.fromEntries(needed.map(({ name, schema }) => [name, schema.enum?.[0] ?? '']));
}

function inJavaScript({ resource, name, path, input, kind }: Call): string {
  const args = [...path.map((one) => `'${one}'`), ...(input === undefined ? [] : [objectLiteral(input)])];
  const call = `sello.${resource}.${name}(${args.join(', ')})`;
  const use = {
    list: `for await (const one of ${call}) console.log(one);`,
    file: `const file = await ${call};\nawait file.save(file.fileName ?? 'file');`,
    record: `console.log(await ${call});`,
  };
  return `import { Sello } from '@sello/sdk';\n\nconst sello = new Sello();\n${use[kind]}`;
}

function inPython({ resource, name, path, input, kind, takesBody }: Call): string {
  const given =
    input === undefined
      ? []
      : takesBody
        ? [pythonLiteral(input)]
        : Object.entries(input ?? {}).map(([key, value]) => `${key}=${pythonLiteral(value)}`);
  const args = [...path.map((one) => JSON.stringify(one)), ...given];
  const call = `sello.${pythonName(resource)}.${pythonName(name)}(${args.join(', ')})`;
  const use = {
    list: `for one in ${call}:\n    print(one)`,
    file: `file = ${call}\nfile.save(file.file_name or "file")`,
    record: `print(${call})`,
  };
  return `from sello import Sello\n\nsello = Sello()\n${use[kind]}`;
}

/** In JavaScript, a name needs quotes only if it contains characters that an identifier must not have. */
function objectLiteral(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^( *)"([a-z_]\w*)":/gim, '$1$2:');
}

/** `import` is a reserved word of Python, so the method of that name ends with an underscore. */
function pythonName(name: string): string {
  const snake = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
  return snake === 'import' ? 'import_' : snake;
}
