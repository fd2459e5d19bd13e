/** What an operation's route takes and answers, for validation and for the OpenAPI document. */

import type { FastifySchema } from 'fastify';
import { type TProperties, type TSchema, Type } from 'typebox';
import { NOT_MODIFIED } from '../../http/caching/etag.ts';
import { errorResponses, OF_A_BODY, OF_IDEMPOTENCY } from '../../http/error-responses.ts';
import type { Door } from './door.ts';
import type { Operation } from './operation.ts';

export function schemaOf(declared: Operation, door: Door): FastifySchema {
  const { params, query, body, table, ...operation } = declared;
  const querystring = query ?? Type.Object({});
  const properties = { ...(querystring as { properties?: TProperties }).properties, ...door.ownQuery };
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    tags: [operation.tag],
    ...(params !== undefined && { params }),
    querystring: { ...querystring, properties, additionalProperties: false },
    ...(body !== undefined && {
      body: table === undefined ? body : { content: bodiesOf(body, table) },
    }),
    ...(operation.method === 'POST' && { headers: IDEMPOTENCY_HEADER }),
    response: {
      ...operation.answers,
      ...(operation.method === 'GET' && NOT_MODIFIED),
      ...refusalsOf(declared, door),
    },
  };
}

function bodiesOf(body: TSchema, { example }: NonNullable<Operation['table']>) {
  const table = Type.String({
    description: 'A table with a header row: comma or semicolon, UTF-8 or Windows-1252.',
    examples: [example],
  });
  return { 'application/json': { schema: body }, 'text/csv': { schema: table } };
}

/** A broken escape in a path is 400, as is a body that cannot be read. */
function refusalsOf({ method, params, body, refusals, isWaiting }: Operation, { refusesWith }: Door): object {
  return errorResponses(
    ...refusals,
    422,
    ...(params !== undefined ? [400 as const] : []),
    ...(body !== undefined ? OF_A_BODY : []),
    ...(method === 'POST' && isWaiting !== true ? OF_IDEMPOTENCY : []),
    ...refusesWith,
  );
}

const IDEMPOTENCY_HEADER = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 257,
      description: 'A retry with the same key and content gets the first answer. Kept for 24 hours.',
    }),
  ),
});
