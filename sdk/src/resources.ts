/** Makes the methods of all resources from the table of operations. */

import { toDownload } from './download.ts';
import { fieldOf, makeList } from './list.ts';
import { OPERATIONS, type Resources } from './operations.ts';
import type { ApiCall, CallOptions, Operation, Query, Transport } from './transport.ts';
import { type RequestBody, textBody } from './upload.ts';

type Options = CallOptions & { query?: Query };
type Method = (...args: unknown[]) => unknown;

export function makeResources(transport: Transport): Resources {
  const resources: Record<string, Record<string, Method>> = {};
  for (const [resource, operations] of Object.entries<Readonly<Record<string, Operation>>>(OPERATIONS)) {
    const methods: Record<string, Method> = {};
    for (const [name, operation] of Object.entries(operations))
      methods[name] = makeMethod(transport, operation);
    resources[resource] = methods;
  }
  // The table and its types are generated together from one document.
  return resources as unknown as Resources;
}

/** The method's arguments: the parts of the path, then the body or the query, then options. */
function makeMethod(transport: Transport, operation: Operation): Method {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const takesBody = ['POST', 'PUT', 'PATCH'].includes(operation.method);
  return (...args) => {
    const path = fillPath(operation.path, names, args);
    const input = args[names.length];
    const options = args[names.length + 1] as Options | undefined;
    const query = takesBody ? options?.query : (input as Query | undefined);
    if (operation.list !== undefined)
      return makeList(transport, { operation, path, query: query ?? {}, options });
    const call: ApiCall = {
      method: operation.method,
      path,
      query,
      options,
      ...(takesBody && { body: bodyOf(input ?? {}), onProgress: options?.onProgress }),
    };
    if (operation.file === true) return transport.call({ ...call, isLong: true }, toDownload);
    return transport.call(call, (response) => readAnswer(response, operation.unwrap));
  };
}

function fillPath(path: string, names: readonly string[], args: readonly unknown[]): string {
  return names.reduce((filled, name, index) => {
    const value = args[index];
    // `..` would lead to another operation.
    if (typeof value !== 'string' || value === '' || /^\.{1,2}$/.test(value))
      throw new TypeError(`\`${name}\` must be an id, and it is ${JSON.stringify(value)}.`);
    return filled.replace(`{${name}}`, () => encodeURIComponent(value));
  }, path);
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function bodyOf(input: unknown): RequestBody {
  const csv = fieldOf(input, 'csv');
  if (isContent(csv)) return textBody('text/csv', csv);
  const xlsx = fieldOf(input, 'xlsx');
  if (xlsx instanceof Uint8Array) return textBody(XLSX_TYPE, xlsx);
  const ndjson = fieldOf(input, 'ndjson');
  if (isContent(ndjson)) return textBody('application/x-ndjson', ndjson);
  return textBody('application/json', JSON.stringify(input));
}

function isContent(value: unknown): value is string | Uint8Array {
  return typeof value === 'string' || value instanceof Uint8Array;
}

async function readAnswer(response: Response, unwrap: string | undefined): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  const json: unknown = JSON.parse(text);
  return unwrap === undefined ? json : fieldOf(json, unwrap);
}
