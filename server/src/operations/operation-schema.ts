/** The input and answers of an operation's route, for validation and for the OpenAPI document. */

import type { FastifySchema } from 'fastify';
import { type TProperties, type TSchema, Type } from 'typebox';
import { NOT_MODIFIED } from '../http/caching/etag.ts';
import { errorResponses, OF_A_BODY, OF_IDEMPOTENCY } from '../http/error-responses.ts';
import { XLSX_TYPE } from '../http/workbook.ts';
import type { Door } from './door.ts';
import { IDEMPOTENCY_KEY } from './idempotency/idempotency-key.ts';
import type { Admitted, Declaration, Operation } from './operation.ts';

export function schemaOf<W extends Admitted>(operation: Operation<never, W>, door: Door<W>): FastifySchema {
  const { params, body, table } = operation;
  // With a single schema, the framework would validate the stream. With one schema for each media type it validates
  // nothing, see `leaveBodiesUnread`.
  if (operation.isStream === true && body !== undefined && !('content' in body))
    throw new Error(`${operation.operationId} takes a stream: say which types of body it may be`);
  const querystring = querystringOf(operation, door);
  const headers =
    operation.headers ?? (mayRepeat(operation, door) ? Type.Object(IDEMPOTENCY_KEY) : undefined);
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    tags: [operation.tag],
    ...(params !== undefined && { params }),
    ...(querystring !== undefined && { querystring }),
    ...(body !== undefined && {
      body: table === undefined ? body : { content: bodiesOf(body as TSchema, table) },
    }),
    ...(headers !== undefined && { headers }),
    response: {
      ...operation.answers,
      ...(operation.method === 'GET' && 'run' in operation && NOT_MODIFIED),
      ...refusalsOf(operation, door),
    },
  };
}

/**
 * A misspelt parameter would silently be ignored, so unknown ones are refused. Writes without
 * parameters ignore their query.
 */
function querystringOf<W extends Admitted>(
  operation: Operation<never, W>,
  { ownQuery }: Door<W>,
): object | undefined {
  const { query, method } = operation;
  const isClosed = method === 'GET' || 'run' in operation || query !== undefined;
  if (!isClosed && Object.keys(ownQuery).length === 0) return undefined;
  const declared = query ?? Type.Object({});
  const properties = { ...(declared as { properties?: TProperties }).properties, ...ownQuery };
  return { ...declared, properties, additionalProperties: false };
}

function bodiesOf(body: TSchema, { example, row }: NonNullable<Declaration['table']>) {
  const { properties } = body as { properties?: TProperties };
  const rows = { ...properties?.rows, items: row };
  const typed = { ...body, properties: { ...properties, rows } };
  const table = Type.String({
    description: 'A table with a header row: comma or semicolon, UTF-8 or Windows-1252.',
    examples: [example],
  });
  // With `format: binary`, code generators would send the JSON part unencoded too.
  const workbook = Type.Unsafe<string>({
    type: 'string',
    contentMediaType: XLSX_TYPE,
    description: 'An Excel workbook: its first visible sheet, with a header row. Formulas are not computed.',
  });
  return {
    'application/json': { schema: typed },
    'text/csv': { schema: table },
    [XLSX_TYPE]: { schema: workbook },
  };
}

/** A broken escape in a path gets a 400, and so does a body that cannot be read. */
function refusalsOf<W extends Admitted>(operation: Operation<never, W>, door: Door<W>): object {
  const { params, body, refusals, isStream } = operation;
  return errorResponses(
    ...refusals,
    ...(isStream === true ? [] : [422 as const]),
    ...(params !== undefined ? [400 as const] : []),
    ...(body !== undefined && isStream !== true ? OF_A_BODY : []),
    ...(mayRepeat(operation, door) && !('isWaiting' in operation) ? OF_IDEMPOTENCY : []),
    ...door.refusesWith(operation),
  );
}

/** Whether the operation uses an Idempotency-Key. */
function mayRepeat<W extends Admitted>(operation: Operation<never, W>, door: Door<W>): boolean {
  return operation.method === 'POST' && 'run' in operation && door.ignoresIdempotencyKeys !== true;
}
