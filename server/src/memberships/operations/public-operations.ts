/** Serves operations to API keys: admission, body, validation, one transaction, answer. */

import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { keyOf } from '../../audit/audit-log.ts';
import { holdContentType } from '../../certificates/upload/held-content-type.ts';
import type { Database, TransactionQuery } from '../../database/pool.ts';
import type { PublicApi } from '../../http/app.ts';
import { etagOf, isKnownTo, NOT_MODIFIED, sendNotModified } from '../../http/caching/etag.ts';
import { attachment } from '../../http/content-disposition.ts';
import { toShapeError } from '../../http/errors.ts';
import { parseIdempotencyKey } from '../../http/idempotency-key.ts';
import { preferredLanguage } from '../../http/language.ts';
import { ErrorRef, errorResponses } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { NOTHING } from '../../keys/account-read.ts';
import { type AdmitPorts, admitRequest } from '../../keys/guards.ts';
import { type Caller, callerMay } from '../../keys/key.ts';
import { originOf } from '../../people/login/person.ts';
import { changeOnce, fingerprintOf, type IdempotentChange, replayOf } from './change-once.ts';
import type { Answer, Asked, Operation, Outside, Who } from './operation.ts';
import { type ReadBody, readBody } from './read-body.ts';
import { assertMay } from './refusal.ts';
import { turnsOf } from './take-turns.ts';

/** What operations need, whoever asks. */
export type RunPorts = Outside & {
  /** Where the records of the second product are kept. */
  records: Database;
};

export type OperationPorts = AdmitPorts & RunPorts;

/** Set once the caller is admitted and the body is there. */
const received = new WeakMap<FastifyRequest, { who: Who; body: ReadBody | undefined }>();

const ROOT = '/api/public/v1';

export function publicOperations(
  api: PublicApi,
  ports: OperationPorts,
  site: Site,
  operations: readonly Operation[],
): void {
  for (const operation of operations) serve(api, ports, site, operation);
}

function serve(api: PublicApi, ports: OperationPorts, site: Site, operation: Operation): void {
  api.route({
    method: operation.method,
    url: operation.path,
    config: {
      scope: operation.scope,
      ...(operation.alsoScope !== undefined && { alsoScope: operation.alsoScope }),
      isUpload: operation.table !== undefined,
    },
    attachValidation: true,
    schema: schemaOf(operation),
    // As fast, and nothing to compile when the server starts: six hundred answers would take a quarter of a second.
    serializerCompiler: () => JSON.stringify,
    onRequest: async (request) => holdContentType(request.raw),
    // Before the schemas are asked: whoever has no key learns nothing but that.
    preValidation: async (request, reply) => {
      const { caller } = await admitRequest(ports, site.serviceName, request, reply, () => NOTHING);
      const body = operation.body === undefined ? undefined : await readBody(request, operation);
      received.set(request, { who: toWho(caller, request), body });
      request.body = body?.json;
    },
    handler: async (request, reply) => {
      const { who, body } = receivedOf(request);
      if (operation.alsoScope !== undefined) assertMay(who, operation.alsoScope);
      if (request.validationError !== undefined)
        throw toShapeError(request.validationError, operation.codes ?? {});
      if (operation.table !== undefined) assertJson(request, operation, body);
      assertQueryTexts(request.query);
      const asked = toAsked(site, request, who, body);
      return send(request, reply, site, await answer(ports, operation, request, asked, body));
    },
  });
}

function schemaOf({ params, query, body, table, ...operation }: Operation): FastifySchema {
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    tags: [operation.tag],
    ...(params !== undefined && { params }),
    querystring: { ...(query ?? Type.Object({})), additionalProperties: false },
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

export function bodiesOf(body: TSchema, { example }: NonNullable<Operation['table']>) {
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

function receivedOf(request: FastifyRequest) {
  const found = received.get(request);
  if (found === undefined) throw new Error(`${request.routeOptions.url} was not admitted`);
  return found;
}

/** Where a body may be of two types the framework chooses the schema by a header that is held back: it takes none. */
export function assertJson(
  request: FastifyRequest,
  { body: schema }: Operation,
  body: ReadBody | undefined,
): void {
  if (schema === undefined || body === undefined || body.table !== undefined) return;
  const validate = request.compileValidationSchema(schema, 'body');
  if (validate(body.json)) return;
  throw Object.assign(new Error('The body is not as its schema says'), { validation: validate.errors });
}

function toWho(caller: Caller, request: FastifyRequest): Who {
  return {
    accountId: caller.accountId,
    livemode: caller.livemode,
    keyId: caller.keyId,
    by: keyOf(caller, originOf(request)),
    may: (scope) => callerMay(caller, scope),
  };
}

function toAsked(site: Site, request: FastifyRequest, who: Who, body: ReadBody | undefined): Asked {
  return {
    who,
    params: request.params,
    query: request.query,
    body: body?.json,
    table: body?.table,
    language: preferredLanguage(request.headers['accept-language']),
    baseUrl: site.baseUrl,
  };
}

/** A filter may hold whatever an address can; PostgreSQL cannot store all of it. */
export function assertQueryTexts(query: unknown): void {
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value === 'string') assertText(`\`${name}\``, value, { maxChars: 1_000, multiline: false });
  }
}

/** `request` gives the Idempotency-Key and the address. */
export async function answer(
  ports: RunPorts,
  operation: Operation,
  request: FastifyRequest,
  asked: Asked,
  body: ReadBody | undefined,
) {
  if (operation.method === 'GET' || operation.isWaiting === true) {
    const query: TransactionQuery = (text, params = [], name = '') => ports.records.query(name, text, params);
    const prepared = await operation.before?.(ports, asked);
    return { answer: await operation.run({ ...ports, query }, asked, prepared) };
  }
  const once = idempotentChange(operation, request, asked.who, body);
  const replay = once && operation.before && (await replayOf(ports, once));
  if (replay !== undefined) return { replay };
  const prepared = await operation.before?.({ ...ports, records: inTurns(ports.records) }, asked);
  const work = (query: TransactionQuery) => operation.run({ ...ports, query }, asked, prepared);
  return changeOnce(ports, once, work, (made) => headersOf(asked, made));
}

/** What comes before a change waits its turn as the change itself does. */
function inTurns(records: Database): Outside['records'] {
  const inTurn = turnsOf(records);
  return {
    query: (name, text, params) => records.query(name, text, params),
    transaction: (run) => inTurn(() => records.transaction(run)),
  };
}

function idempotentChange(
  { method }: Operation,
  request: FastifyRequest,
  { accountId, livemode }: Who,
  body: ReadBody | undefined,
): IdempotentChange | undefined {
  const key = method === 'POST' ? parseIdempotencyKey(request.headers['idempotency-key']) : undefined;
  if (key === undefined) return undefined;
  const path = request.url.split('?')[0];
  return {
    accountId,
    key,
    operation: `${method} ${path} ${livemode ? 'live' : 'test'}`,
    fingerprint: fingerprintOf(request.url, body),
  };
}

function headersOf({ baseUrl }: Pick<Site, 'baseUrl'>, { location }: Answer): Record<string, string> {
  return location === undefined ? {} : { location: `${baseUrl}${ROOT}${location}` };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  done: Awaited<ReturnType<typeof answer>>,
): FastifyReply {
  reply.header('cache-control', 'private, no-store');
  if ('replay' in done) {
    const { status, headers, body } = done.replay;
    return reply
      .code(status)
      .headers(headers)
      .header('idempotent-replayed', 'true')
      .type('application/json; charset=utf-8')
      .serializer((text: unknown) => text as string)
      .send(body);
  }
  const { status, body, file } = done.answer;
  reply.code(status).headers(headersOf(site, done.answer));
  if (file === undefined) {
    if (isOneRecord(request, body) && isKnownTo(request, reply, etagOf(JSON.stringify(body))))
      return sendNotModified(reply);
    return reply.send(body);
  }
  return reply
    .type(file.type)
    .header('content-disposition', attachment(file.name))
    .serializer((content: unknown) => content as string)
    .send(typeof file.content === 'string' ? file.content : Buffer.from(file.content));
}

/** A page of a list has no tag: it is a different one with every record that is added. */
function isOneRecord(request: FastifyRequest, body: unknown): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && typeof body === 'object' && body !== null && !('pagination' in body);
}
