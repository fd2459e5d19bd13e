/**
 * Checks every answer to our own pages strictly against the schema of its route: no missing field, no unknown field,
 * no undeclared status, whether the request came by `inject`, over a socket or from a browser.
 */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../server/src/http/app.ts';

type Declared = { $ref?: string; type?: string; content?: Record<string, object> };
type Responses = Record<number, Declared>;
type Validate = (schema: object, value: unknown) => string | undefined;

type WatchedApp = {
  app: App;
  /** Throws if an answer that was given since this was last called did not match its schema. */
  assertAnswersFit(): void;
};

/** `build` must create the app synchronously; otherwise another app could be watched by mistake. */
export async function watchAnswers(build: () => Promise<App>): Promise<WatchedApp> {
  const faults: string[] = [];
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: App };
    const validate = makeValidate(fastify);
    fastify.addHook('onSend', async (request, reply, payload) => {
      const fault = isOurs(request) ? faultIn(validate, request, reply, payload) : undefined;
      if (fault !== undefined)
        faults.push(`${request.method} ${request.url} → ${reply.statusCode} ${fault}\n${payload}`);
    });
  };
  subscribe('fastify.initialization', watch);
  const building = build();
  unsubscribe('fastify.initialization', watch);
  return {
    app: await building,
    assertAnswersFit() {
      const found = faults.splice(0);
      if (found.length > 0) throw new Error(found.join('\n'));
    },
  };
}

function isOurs({ url, routeOptions }: FastifyRequest): boolean {
  return (
    url.startsWith('/api/dashboard/') || url.startsWith('/api/my/') || routeOptions.url === '/v/:code.json'
  );
}

const NO_ROUTE: Responses = { 404: { $ref: 'Error#' }, 405: { $ref: 'Error#' } };

function faultIn(
  validate: Validate,
  { routeOptions, is404 }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): string | undefined {
  const responses = is404 ? NO_ROUTE : (routeOptions.schema?.response as Responses | undefined);
  const declared = responses?.[reply.statusCode];
  if (declared === undefined) return 'is not declared by its route';
  const isEmpty = payload === null || payload === undefined || payload === '';
  if (declared.type === 'null') return isEmpty ? undefined : 'should have no body';
  const mediaType = String(reply.getHeader('content-type') ?? '').split(';', 1)[0] ?? '';
  if (declared.content !== undefined)
    return declared.content[mediaType] === undefined ? `should not be of type "${mediaType}"` : undefined;
  if (mediaType !== 'application/json' || typeof payload !== 'string') return 'should be JSON';
  return validate(declared, JSON.parse(payload));
}

/**
 * Compiled once per process: all Sellos have the same routes. Keyed by the shared schemas, then by the schema itself.
 */
const known = new Map<string, Validate>();

function makeValidate(app: App): Validate {
  let validate: Validate | undefined;
  return (schema, value) => {
    // Shared schemas are added after the app is created, but before it answers.
    validate ??= validateAmong(app.getSchemas());
    return validate(schema, value);
  };
}

function validateAmong(shared: Record<string, unknown>): Validate {
  const key = JSON.stringify(shared);
  const validate = known.get(key) ?? compileAmong(shared);
  known.set(key, validate);
  return validate;
}

function compileAmong(shared: Record<string, unknown>): Validate {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  for (const [id, schema] of Object.entries(shared)) ajv.addSchema(closed(schema) as object, id);
  const byText = new Map<string, ValidateFunction>();
  const bySchema = new WeakMap<object, ValidateFunction>();
  const compile = (schema: object) => {
    const text = JSON.stringify(schema);
    const compiled = byText.get(text) ?? ajv.compile(closed(schema) as object);
    byText.set(text, compiled);
    return compiled;
  };
  return (schema, value) => {
    const validate = bySchema.get(schema) ?? compile(schema);
    bySchema.set(schema, validate);
    return validate(value) ? undefined : `does not fit its schema: ${ajv.errorsText(validate.errors)}`;
  };
}

/** The same schema, with `additionalProperties: false` in every object. */
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return 'properties' in copy ? { additionalProperties: false, ...copy } : copy;
}
