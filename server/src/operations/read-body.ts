/**
 * Reads the body of an operation only after its caller was admitted, so that strangers cannot make us hold eight
 * megabytes; checks its Content-Digest.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openContentDigest } from '../http/bodies/content-digest.ts';
import { heldBodyOf, readWholeBody, typeOfBody } from '../http/bodies/held-body.ts';
import { JsonLimits } from '../http/bodies/json-limits.ts';
import { parseTableJson } from '../http/bodies/table-json.ts';
import { assertPlainBody } from '../http/bodies/unread-bodies.ts';
import { assertText } from '../http/text-rules.ts';
import { XLSX_TYPE } from '../http/workbook.ts';
import { AppError } from '../kernel/errors.ts';
import { type Operation, type PostedTable, TABLE_TYPES } from './operation.ts';

const MAX_JSON_BYTES = 256 * 1024;

/** Memory per byte of a table with short cells, which is held as text, as cells and as judged rows. */
const PARSED_COST = 8;

/** How many times larger than its file the texts of a workbook are; repeated texts are kept in memory only once. */
const MOST_UNPACKED = 16;

/** More values than a table of ten thousand rows has, which is the largest body. */
const MOST = { depth: 32, values: 20_000, names: 1_000 };
const MOST_IN_TABLES = { ...MOST, values: 500_000 };

export type ReadBody = { bytes: Uint8Array; json: unknown; table: PostedTable | undefined };

export async function readBody(
  request: FastifyRequest,
  operation: Pick<Operation<never, never>, 'table'>,
): Promise<ReadBody> {
  const { table } = operation;
  const type = typeOfBody(request);
  const maxBytes = table?.maxBytes ?? MAX_JSON_BYTES;
  assertPlainBody(request);
  const bytes = await readAll(request, maxBytes, table !== undefined);
  const tableType = table && TABLE_TYPES.find((one) => one === type);
  if (tableType !== undefined) {
    const unpacked = Math.min(maxBytes, MOST_UNPACKED * bytes.length);
    if (tableType !== 'text/csv') await heldBodyOf(request).reach(PARSED_COST * unpacked);
    return { bytes, json: undefined, table: { type: tableType, bytes } };
  }
  // A client that announces JSON but sends an empty body has lost it. Operations of records treat that as
  // `{}`.
  const isLost = type === 'application/json' && 'act' in operation;
  if (bytes.length === 0 && !isLost) return { bytes, json: {}, table: undefined };
  if (type !== 'application/json') throw wrongType(table !== undefined);
  const json = await (table === undefined ? parseSmall(request, bytes) : parseTable(request, bytes));
  // Rows are judged one by one, so that a bad row does not affect the others. Operations with their own
  // stores check each field themselves.
  if (table === undefined && 'run' in operation) assertTexts(json, '');
  return { bytes, json, table: undefined };
}

async function readAll(request: FastifyRequest, maxBytes: number, isTable: boolean): Promise<Buffer> {
  const digest = openContentDigest(request);
  const bytes = await readWholeBody(request, {
    maxBytes,
    tooLarge: () => tooLarge(maxBytes, isTable),
    ...(digest !== undefined && { onPiece: digest.update }),
  });
  digest?.assertMatches(undefined);
  await heldBodyOf(request).reach(PARSED_COST * bytes.length);
  return bytes;
}

function parseSmall(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  new JsonLimits(MOST).assertWithin(bytes);
  return parseJson(request, bytes);
}

function parseTable(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  return parseTableJson(bytes, new JsonLimits(MOST_IN_TABLES), (some) => parseJson(request, some));
}

/** The framework's own parser, which removes the two keys that could poison prototypes. */
function parseJson(request: FastifyRequest, bytes: Uint8Array): Promise<unknown> {
  const parse = (request.server as FastifyInstance).getDefaultJsonParser('remove', 'remove');
  const text = decodeUtf8(bytes);
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, value?: unknown) => (error === null ? resolve(value) : reject(error));
    parse(request, text, done);
  });
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError(
      'malformed_json',
      { en: 'The request body is not UTF-8.', es: 'El cuerpo de la solicitud no está en UTF-8.' },
      { cause },
    );
  }
}

/** No text of any field may hold what PostgreSQL or XML cannot; single-line fields are checked by their operation. */
export function assertTexts(value: unknown, path: string): void {
  if (typeof value === 'string') {
    assertText(`\`${path || 'body'}\``, value, { maxChars: 1_000_000, multiline: true });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    // The path is shortened at every level, because a long name would otherwise be copied for each name below it.
    const field = (Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`).slice(
      0,
      100,
    );
    assertText(`\`${field}\``, key, { maxChars: 1_000, multiline: false });
    assertTexts(item, field);
  }
}

function tooLarge(maxBytes: number, isTable: boolean): AppError {
  const size = maxBytes >= 1_000_000 ? `${Math.floor(maxBytes / 1_000_000)} MB` : `${maxBytes / 1024} KiB`;
  return new AppError(isTable ? 'roster_too_large' : 'file_too_large', {
    en: `The body is larger than ${size}. Send it in parts.`,
    es: `El cuerpo mide más de ${size}. Envíelo en partes.`,
  });
}

function wrongType(takesTables: boolean): AppError {
  const types = takesTables ? `application/json, text/csv or ${XLSX_TYPE}` : 'application/json';
  return new AppError('unsupported_media_type', {
    en: `Send the body as ${types} and say so in Content-Type.`,
    es: `Envíe el cuerpo como ${types.replace(' or ', ' o ')} e indíquelo en Content-Type.`,
  });
}
