/** What an operation's route takes and answers, for validation and for the OpenAPI document. */

import type { FastifySchema } from 'fastify';
import { type TProperties, type TSchema, Type } from 'typebox';
import { NOT_MODIFIED } from '../../http/caching/etag.ts';
import { ErrorRef, errorResponses } from '../../http/schema.ts';
import type { Operation } from './operation.ts';

/** `ownQuery`: parameters besides the operation's. */
export function schemaOf(
  { params, query, body, table, ...operation }: Operation,
  ownQuery: TProperties,
): FastifySchema {
  const querystring = query ?? Type.Object({});
  const properties = { ...(querystring as { properties?: TProperties }).properties, ...ownQuery };
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
      ...refusalsOf(operation.refusals, { hasBody: body !== undefined, hasParams: params !== undefined }),
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
function refusalsOf(
  statuses: readonly number[],
  { hasBody, hasParams }: { hasBody: boolean; hasParams: boolean },
): object {
  const common = [401, 403, 422, 429, 500, 503];
  const all = errorResponses(
    ...new Set([
      ...statuses,
      ...(hasBody || hasParams ? [400] : []),
      ...(hasBody ? [413, 415] : []),
      ...common,
    ]),
  );
  const inOtherWords = Object.entries(OTHER_WORDS).filter(([status]) => Number(status) in all);
  return {
    ...all,
    ...Object.fromEntries(
      inOtherWords.map(([status, description]) => [status, { ...ErrorRef, description }]),
    ),
  };
}

/** Where the words for certificates would mislead. */
const OTHER_WORDS: Record<number, string> = {
  409: 'The state of a record forbids it; `error` says which, and the message what to do.',
  413: 'The body is too large.',
};

const IDEMPOTENCY_HEADER = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 257,
      description: 'A retry with the same key and content gets the first answer. Kept for 24 hours.',
    }),
  ),
});
