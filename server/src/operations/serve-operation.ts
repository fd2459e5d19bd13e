/** Serves operations at doors: admission, body, validation, handler, answer. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { currentHolder, holdAs } from '../database/current-request.ts';
import type { Database, Query } from '../database/pool.ts';
import type { App } from '../http/app.ts';
import { giveBodyBack } from '../http/bodies/held-body.ts';
import { endWork, untilDone } from '../http/connection/running-requests.ts';
import { toShapeError } from '../http/errors.ts';
import { type Language, preferredLanguage } from '../http/language.ts';
import type { Site } from '../http/site.ts';
import { assertText } from '../http/text-rules.ts';
import type { Holder } from '../kernel/shares/shared.ts';
import { NOTHING } from './account-read.ts';
import type { Door, Entrance } from './door.ts';
import {
  changeOnce,
  digestOf,
  fingerprintOf,
  type IdempotentChange,
  replayOf,
} from './idempotency/idempotency.ts';
import { parseIdempotencyKey } from './idempotency/idempotency-key.ts';
import type {
  Admitted,
  Asked,
  Operation,
  Outside,
  PostedTable,
  RunningOperation,
  Tools,
  Who,
} from './operation.ts';
import { schemaOf } from './operation-schema.ts';
import { type ReadBody, readBody } from './read-body.ts';
import { assertMay } from './refusal.ts';
import { configOf } from './route-config.ts';
import { locationOf, sendAnswer, sendReplay, withTag } from './send-answer.ts';
import { turnsOf } from './take-turns.ts';

/** A route that nothing declares would be open to everybody, so the server must not start with one. */
export function demandDeclared(app: App): void {
  app.addHook('onRoute', ({ config, method, url }) => {
    if (config?.scope === undefined) throw new Error(`${method} ${url} is not declared as an operation`);
  });
}

export type ServePorts = Omit<Outside, 'records'> & Pick<Tools, 'maxPostedBytes'> & { records: Database };

type Received<W extends Admitted> = { entrance: Entrance<W, unknown>; body: ReadBody | undefined };

export function serveOperations<Ports, W extends Admitted>(
  app: App,
  ports: Ports & ServePorts,
  site: Site,
  door: Door<W>,
  operations: readonly Operation<NoInfer<Ports>, NoInfer<W>>[],
): void {
  for (const operation of operations) serveOperation(app, ports, site, door, operation);
}

function serveOperation<Ports, W extends Admitted>(
  app: App,
  ports: Ports & ServePorts,
  site: Site,
  door: Door<W>,
  operation: Operation<Ports, W>,
): void {
  /** Set once the caller is admitted and the body is there. */
  const received = new WeakMap<FastifyRequest, Received<W>>();
  const address = `${site.baseUrl}${door.root}`;
  const own = Object.keys(door.ownQuery);
  const read = readOf(operation);
  const receive = async (request: FastifyRequest, reply: FastifyReply): Promise<Received<W>> => {
    const wanted = () => read?.(ports, { params: request.params, query: withoutOwn(own, request.query) });
    const entrance = await door.admit<unknown>(request, reply, () => wanted() ?? NOTHING);
    const holder = entrance.holder ?? entrance.who?.accountId;
    if (holder !== undefined) holdAs(holder);
    request.bodyHolder = holder;
    request.bodyPerson = entrance.person;
    return { entrance, body: takesBody(operation) ? await readBody(request, operation) : undefined };
  };
  /** Admits callers before validation, so that callers without a key learn only that it is missing. */
  const first = async (request: FastifyRequest, reply: FastifyReply) => {
    const got = await receive(request, reply);
    received.set(request, got);
    if (got.body !== undefined) request.body = got.body.json;
  };
  app.route({
    method: operation.method,
    url: operation.path,
    config: configOf(operation),
    attachValidation: true,
    schema: schemaOf(operation, door),
    // This is as fast as compiled serializers, and compiling six hundred of them would slow the start.
    serializerCompiler: () => JSON.stringify,
    // The data read together with the admission depends on parameters, so these are validated first.
    preValidation: [...gathering(operation), ...(read === undefined ? [untilDone(first)] : [])],
    handler: untilDone(async (request, reply) => {
      if (operation.isStream === true) leaveHeadersToStream(request);
      const got = received.get(request) ?? (await receive(request, reply));
      assertAsDeclared(operation, request, got);
      const query = withoutOwn(own, request.query);
      if ('act' in operation) {
        const asked = new AskedOf(site, request, reply, query, got, undefined);
        const answer = await operation.act(ports, asked, got.entrance.value);
        return answer === undefined ? reply : sendAnswer(request, reply, address, answer);
      }
      assertQueryTexts(request.query);
      const once = idempotentChange(operation, door, request, got);
      const asked = new AskedOf(site, request, reply, query, got, once);
      reply.header('cache-control', 'private, no-store');
      const done = await run(ports, operation as RunningOperation<unknown, W>, once, address, asked);
      if ('replay' in done) return sendReplay(reply, done.replay);
      done.answer.afterwards?.();
      return sendAnswer(request, reply, address, withTag(request, done.answer));
    }, endAll),
  });
}

/** The memory of the body is given back together with the slot of the request. */
function endAll(request: FastifyRequest): void {
  giveBodyBack(request);
  endWork(request);
}

function takesBody({ body, isStream }: Operation<never, never>): boolean {
  return body !== undefined && isStream !== true;
}

function gathering({ gatherQuery }: Operation<never, never>) {
  if (gatherQuery === undefined) return [];
  return [
    (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
      gatherQuery(request);
      done();
    },
  ];
}

/**
 * Operations that read the body as a stream also check its headers themselves. They are validated after everything
 * else.
 */
function leaveHeadersToStream(request: FastifyRequest): void {
  if (request.validationError?.validationContext === 'headers') delete request.validationError;
}

/**
 * The read that runs with the admission. Such an operation must not take a body, because the body would be
 * validated before it is read.
 */
function readOf<Ports, W extends Admitted>(operation: Operation<Ports, W>) {
  const read = 'act' in operation ? operation.read : undefined;
  if (read !== undefined && takesBody(operation))
    throw new Error(`${operation.operationId} cannot read with its admission and take a body`);
  return read;
}

/** The validated parts of the request, and the rest. */
function assertAsDeclared<W extends Admitted>(
  operation: Operation<never, W>,
  request: FastifyRequest,
  { entrance: { who }, body }: Received<W>,
): void {
  if (operation.alsoScope !== undefined && who !== undefined) assertMay(who, operation.alsoScope);
  if (request.validationError !== undefined)
    throw toShapeError(request.validationError, operation.codes ?? {});
  if (operation.table !== undefined) assertJson(request, operation, body);
}

/**
 * Validates a JSON body that might also have been a table. The framework does not validate it: it would choose the
 * schema by Content-Type, which is hidden from it.
 */
function assertJson(
  request: FastifyRequest,
  { body: schema }: Operation<never, never>,
  body: ReadBody | undefined,
): void {
  if (schema === undefined || body === undefined || body.table !== undefined) return;
  const validate = request.compileValidationSchema(schema, 'body');
  if (validate(body.json)) return;
  throw Object.assign(new Error('The body does not match its schema'), { validation: validate.errors });
}

/** This is a class with getters, so that the language is computed only for operations that use it. */
class AskedOf<W extends Admitted> implements Asked<unknown, unknown, unknown, W> {
  readonly who: W;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly table: PostedTable | undefined;
  readonly baseUrl: string;
  readonly once: Uint8Array | undefined;
  readonly certificatesLeft: number | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;

  constructor(
    { baseUrl }: Site,
    request: FastifyRequest,
    reply: FastifyReply,
    query: unknown,
    { entrance, body }: Received<W>,
    once: IdempotentChange | undefined,
  ) {
    this.who = entrance.who;
    this.params = request.params;
    this.query = query;
    this.body = body?.json;
    this.table = body?.table;
    this.baseUrl = baseUrl;
    this.once = once && digestOf(once);
    this.certificatesLeft = entrance.certificatesLeft;
    this.request = request;
    this.reply = reply;
  }

  get language(): Language {
    return preferredLanguage(this.request.headers['accept-language']);
  }
}

/** Removes the door's own parameters, which the operation does not know. */
function withoutOwn(own: readonly string[], query: unknown): unknown {
  if (own.length === 0) return query;
  return Object.fromEntries(Object.entries(query ?? {}).filter(([name]) => !own.includes(name)));
}

/** A filter may contain every character that an address can contain; PostgreSQL cannot store all of them. */
function assertQueryTexts(query: unknown): void {
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value === 'string') assertText(`\`${name}\``, value, { maxChars: 1_000, multiline: false });
  }
}

async function run<W extends Admitted>(
  ports: ServePorts,
  operation: RunningOperation<unknown, W>,
  once: IdempotentChange | undefined,
  address: string,
  asked: Asked<unknown, unknown, unknown, W>,
) {
  if (operation.method === 'GET' || operation.isWaiting === true) {
    const prepared = await operation.before?.(ports, asked);
    return { answer: await operation.run({ ...ports, query: ports.records.query }, asked, prepared) };
  }
  const replay = once && operation.before && (await replayOf(ports, once));
  if (replay !== undefined) return { replay };
  const records = inTurns(ports.records, currentHolder());
  const prepared = await operation.before?.({ ...ports, records }, asked);
  const work = (query: Query) => operation.run({ ...ports, query }, asked, prepared);
  return changeOnce(
    { ...ports, records },
    once,
    work,
    (made) => locationOf(address, made),
    operation.conflicts,
  );
}

/** The step before a change waits in the same queue as the change itself. */
function inTurns(records: Database, holder: Holder): Outside['records'] {
  const inTurn = turnsOf(records);
  return {
    query: records.query,
    transaction: (work) => inTurn(holder, () => records.transaction(work)),
  };
}

function idempotentChange<W extends Admitted>(
  { method }: Operation<never, W>,
  { ignoresIdempotencyKeys }: Door<W>,
  request: FastifyRequest,
  { entrance, body }: Received<W>,
): IdempotentChange | undefined {
  const isLookedAt = method === 'POST' && ignoresIdempotencyKeys !== true;
  const key = isLookedAt ? parseIdempotencyKey(request.headers['idempotency-key']) : undefined;
  if (key === undefined) return undefined;
  const { accountId, livemode, by } = ownerOf(request, entrance);
  const path = request.url.split('?')[0];
  // Several people share an account, and nobody may get the answer to another person's request.
  const whose = by.type === 'person' ? ` ${by.id}` : '';
  return {
    accountId,
    key,
    operation: `${method} ${path} ${livemode ? 'live' : 'test'}${whose}`,
    fingerprint: fingerprintOf(request.url, body),
  };
}

function ownerOf({ routeOptions }: FastifyRequest, { who }: Entrance<Admitted, unknown>): Who {
  if (who === undefined) throw new Error(`${routeOptions.url} changes records of nobody`);
  return who;
}
