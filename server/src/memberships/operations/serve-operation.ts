/** Serves an operation to whoever comes in by a door: admission, body, validation, one transaction, answer. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, TransactionQuery } from '../../database/pool.ts';
import type { App } from '../../http/app.ts';
import { etagOf, isKnownTo, sendNotModified } from '../../http/caching/etag.ts';
import { attachment } from '../../http/content-disposition.ts';
import { toShapeError } from '../../http/errors.ts';
import { parseIdempotencyKey } from '../../http/idempotency-key.ts';
import { preferredLanguage } from '../../http/language.ts';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { changeOnce, digestOf, fingerprintOf, type IdempotentChange, replayOf } from './change-once.ts';
import type { Door } from './door.ts';
import type { Answer, Asked, Operation, Outside, Who } from './operation.ts';
import { schemaOf } from './operation-schema.ts';
import { type ReadBody, readBody } from './read-body.ts';
import { assertMay } from './refusal.ts';
import { turnsOf } from './take-turns.ts';

export type ServePorts = Outside & {
  /** Where the records of the second product are kept. */
  records: Database;
};

/** Set once the caller is admitted and the body is there. */
const received = new WeakMap<FastifyRequest, { who: Who; body: ReadBody | undefined }>();

export function serveOperation(
  app: App,
  ports: ServePorts,
  site: Site,
  door: Door,
  operation: Operation,
): void {
  app.route({
    method: operation.method,
    url: operation.path,
    config: {
      scope: operation.scope,
      ...(operation.alsoScope !== undefined && { alsoScope: operation.alsoScope }),
      isUpload: operation.table !== undefined,
    },
    attachValidation: true,
    schema: schemaOf(operation, door),
    // As fast, and nothing to compile when the server starts: six hundred answers would take a quarter of a second.
    serializerCompiler: () => JSON.stringify,
    // Before the schemas are asked: whoever has no key learns nothing but that.
    preValidation: async (request, reply) => {
      const who = await door.admit(request, reply);
      const body = operation.body === undefined ? undefined : await readBody(request, operation);
      received.set(request, { who, body });
      request.body = body?.json;
    },
    handler: async (request, reply) => {
      const { who, body } = receivedOf(request);
      if (operation.alsoScope !== undefined) assertMay(who, operation.alsoScope);
      if (request.validationError !== undefined)
        throw toShapeError(request.validationError, operation.codes ?? {});
      if (operation.table !== undefined) assertJson(request, operation, body);
      assertQueryTexts(request.query);
      const once = idempotentChange(operation, request, who, body);
      const asked = toAsked(site, door, request, who, body, once);
      const address = `${site.baseUrl}${door.root}`;
      return send(request, reply, address, await answer(ports, operation, once, address, asked));
    },
  });
}

function receivedOf(request: FastifyRequest) {
  const found = received.get(request);
  if (found === undefined) throw new Error(`${request.routeOptions.url} was not admitted`);
  return found;
}

/** Where a body may be of two types the framework chooses the schema by a header that is held back: it takes none. */
function assertJson(request: FastifyRequest, { body: schema }: Operation, body: ReadBody | undefined): void {
  if (schema === undefined || body === undefined || body.table !== undefined) return;
  const validate = request.compileValidationSchema(schema, 'body');
  if (validate(body.json)) return;
  throw Object.assign(new Error('The body is not as its schema says'), { validation: validate.errors });
}

function toAsked(
  site: Site,
  { ownQuery }: Door,
  request: FastifyRequest,
  who: Who,
  body: ReadBody | undefined,
  once: IdempotentChange | undefined,
): Asked {
  const query = Object.entries(request.query ?? {}).filter(([name]) => !(name in ownQuery));
  return {
    who,
    params: request.params,
    query: Object.fromEntries(query),
    body: body?.json,
    table: body?.table,
    language: preferredLanguage(request.headers['accept-language']),
    baseUrl: site.baseUrl,
    once: once && digestOf(once),
  };
}

/** A filter may hold whatever an address can; PostgreSQL cannot store all of it. */
function assertQueryTexts(query: unknown): void {
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value === 'string') assertText(`\`${name}\``, value, { maxChars: 1_000, multiline: false });
  }
}

async function answer(
  ports: ServePorts,
  operation: Operation,
  once: IdempotentChange | undefined,
  address: string,
  asked: Asked,
) {
  if (operation.method === 'GET' || operation.isWaiting === true) {
    const query: TransactionQuery = (text, params = [], name = '') => ports.records.query(name, text, params);
    const prepared = await operation.before?.(ports, asked);
    return { answer: await operation.run({ ...ports, query }, asked, prepared) };
  }
  const replay = once && operation.before && (await replayOf(ports, once));
  if (replay !== undefined) return { replay };
  const prepared = await operation.before?.({ ...ports, records: inTurns(ports.records) }, asked);
  const work = (query: TransactionQuery) => operation.run({ ...ports, query }, asked, prepared);
  return changeOnce(ports, once, work, (made) => headersOf(address, made));
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

function headersOf(address: string, { location }: Answer): Record<string, string> {
  return location === undefined ? {} : { location: `${address}${location}` };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
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
  reply.code(status).headers(headersOf(address, done.answer));
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
