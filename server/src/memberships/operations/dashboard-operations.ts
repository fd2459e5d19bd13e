/** Serves operations to people in the dashboard: the same declarations and use cases as for API keys, in both modes. */

import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { keepBodiesAsStreams } from '../../certificates/upload/certify-upload.ts';
import { holdContentType } from '../../certificates/upload/held-content-type.ts';
import type { App } from '../../http/app.ts';
import { attachment } from '../../http/content-disposition.ts';
import { toShapeError } from '../../http/errors.ts';
import { preferredLanguage } from '../../http/language.ts';
import { refusals } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { ModeSchema } from '../../keys/key-record.ts';
import { accountOf, actorOf } from '../../people/login/person.ts';
import { NOTHING_TO_SAY } from './nothing-to-say.ts';
import type { Operation, Who } from './operation.ts';
import { answer, assertJson, assertQueryTexts, bodiesOf, type RunPorts } from './public-operations.ts';
import { type ReadBody, readBody } from './read-body.ts';

/** Set once the body is there. */
const bodies = new WeakMap<FastifyRequest, ReadBody>();

/** Call it behind the login. `mode` in the query chooses live or test data; live unless told. */
export function dashboardOperations(
  app: App,
  ports: RunPorts,
  site: Site,
  operations: readonly Operation[],
): void {
  app.register(async (part: App) => {
    keepBodiesAsStreams(part);
    for (const operation of operations) serve(part, ports, site, operation);
  });
}

function serve(app: App, ports: RunPorts, site: Site, operation: Operation): void {
  app.route({
    method: operation.method,
    url: operation.path,
    config: { isUpload: operation.table !== undefined },
    attachValidation: true,
    schema: schemaOf(operation),
    onRequest: async (request) => holdContentType(request.raw),
    preValidation: async (request) => {
      if (operation.body === undefined) return;
      const body = await readBody(request, operation);
      bodies.set(request, body);
      request.body = body.json;
    },
    handler: async (request, reply) => {
      const body = bodies.get(request);
      if (request.validationError !== undefined)
        throw toShapeError(request.validationError, operation.codes ?? {});
      if (operation.table !== undefined) assertJson(request, operation, body);
      const { mode, ...query } = request.query as { mode?: 'live' | 'test' };
      assertQueryTexts(query);
      const asked = {
        who: whoOf(request, mode !== 'test'),
        params: request.params,
        query,
        body: body?.json,
        table: body?.table,
        language: preferredLanguage(request.headers['accept-language']),
        baseUrl: site.baseUrl,
      };
      return send(reply, await answer(ports, operation, request, asked, body));
    },
  });
}

/** Whoever is logged in owns the account. */
function whoOf(request: FastifyRequest, livemode: boolean): Who {
  return {
    accountId: accountOf(request).id,
    livemode,
    keyId: undefined,
    by: actorOf(request),
    may: () => true,
  };
}

function schemaOf({ params, query, body, table, ...operation }: Operation): FastifySchema {
  const asked = (query ?? Type.Object({})) as TSchema & { properties: Record<string, TSchema> };
  const hasBody = body !== undefined && body !== NOTHING_TO_SAY;
  return {
    ...(params !== undefined && { params }),
    querystring: { ...asked, properties: { ...asked.properties, mode: ModeSchema } },
    ...(hasBody && { body: table === undefined ? body : { content: bodiesOf(body, table) } }),
    response: { ...operation.answers, ...refusals(422, ...operation.refusals) },
  };
}

function send(reply: FastifyReply, done: Awaited<ReturnType<typeof answer>>): FastifyReply {
  if ('replay' in done) {
    const { status, body } = done.replay;
    return reply
      .code(status)
      .header('idempotent-replayed', 'true')
      .type('application/json; charset=utf-8')
      .serializer((text: unknown) => text as string)
      .send(body);
  }
  const { status, body, file } = done.answer;
  reply.code(status);
  if (file === undefined) return reply.send(body);
  return reply
    .type(file.type)
    .header('content-disposition', attachment(file.name))
    .serializer((content: unknown) => content as string)
    .send(typeof file.content === 'string' ? file.content : Buffer.from(file.content));
}
