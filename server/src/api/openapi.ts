/** The OpenAPI document, generated from the schemas that validate requests. */

import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { Type } from 'typebox';
import type { App, PublicApi } from '../http/app.ts';
import { etagOf, NOT_MODIFIED } from '../http/caching/etag.ts';
import { STATUS } from '../http/errors.ts';
import { oneOf } from '../http/schema.ts';
import type { Site } from '../http/site.ts';
import { PUBLIC_API } from '../operations/doors/key.ts';
import { type Operation, operationsWith } from '../operations/operation.ts';
import { isForKeys, mainScope } from '../operations/scopes.ts';
import { leaveBytesAlone } from './bytes-alone.ts';
import { codeSamples, type SampledOperation } from './code-samples.ts';
import { exampleParameter } from './example-parameters.ts';
import { type NamedDocument, nameSchemas } from './name-schemas.ts';
import { describeFields } from './reference/field-words.ts';
import { addNeutralFilters } from './reference/neutral-filters.ts';
import { describeHeaders, RESPONSE_HEADERS } from './response-headers.ts';
import { describeEvents } from './webhook-events.ts';

/** Must be registered before the routes that it describes. */
export async function describeRoutes(app: App, { baseUrl, serviceName }: Site): Promise<void> {
  const options: FastifyDynamicSwaggerOptions = {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${serviceName} file certification API`,
        version: '1.0.0',
        description: DESCRIPTION,
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [{ url: baseUrl }],
      tags: TAGS,
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: `${serviceName}_live_…`,
            description: 'A personal API key, made in the dashboard, section API keys.',
          },
        },
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`),
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('The description is OpenAPI');
      return finish(document.openapiObject, baseUrl);
    },
    transform: ({ schema, url, route }) => {
      const { scope = 'open', alsoScope } = route.config ?? {};
      const security = scope === 'open' ? [] : [{ apiKey: [] }];
      const needed = isForKeys(scope) ? scope : undefined;
      return {
        schema: {
          ...schema,
          security,
          ...(needed !== undefined && { 'x-required-scope': mainScope(needed) }),
          ...(Array.isArray(needed) && { 'x-alternative-scopes': needed.slice(1) }),
          ...(alsoScope !== undefined && { 'x-also-required-scope': alsoScope }),
        } as typeof schema,
        url,
      };
    },
  };
  await app.register(swagger, options);
}

const TAGS = [
  { name: 'Certificates', description: 'Make, list and read certificates.' },
  { name: 'Batches', description: 'Certify up to 10,000 fingerprints in one call.' },
  { name: 'Proofs', description: 'Download what proves a certificate.' },
  { name: 'Verify', description: 'Ask whether a hash was certified.' },
  { name: 'Programs', description: 'The rules of a council, as data.' },
  { name: 'Members', description: 'The people of a council.' },
  {
    name: 'Memberships',
    description: 'One member in one program: a chain of terms.',
  },
  {
    name: 'Terms',
    description: 'Periods of a membership: what counts, what is missing, extensions, waivers, checklist.',
  },
  { name: 'Organizers', description: 'Providers of courses, with a desk of their own, and their records.' },
  {
    name: 'Desk',
    description: "An organiser's own courses and rosters, for keys of organisers.",
  },
  { name: 'Courses', description: 'Courses: proposed, accredited with a folio, closed.' },
  { name: 'Awards', description: 'Points for a course or another activity.' },
  { name: 'Rosters', description: 'Awards of many members for one course, in one call.' },
  { name: 'Markings', description: 'Items of many checklists, marked in one call.' },
  { name: 'Renewals', description: 'Eligibility, decisions, and the evidence they were based on.' },
  { name: 'Draws', description: 'Which members are reviewed: chosen by a draw that anybody can check.' },
  { name: 'Watches', description: 'Members of councils whom an employer follows, with their consent.' },
  { name: 'Reviews', description: 'Members who were drawn, their evidence, and what was decided.' },
  {
    name: 'Test clocks',
    description:
      'A day that applies only to some members of test mode. Move it forward to see terms end and lapse.',
  },
  { name: 'Legal holds', description: 'What may not be erased, and since when.' },
  { name: 'People', description: 'The people of an account: their seats with roles, and invitations.' },
  { name: 'Audit log', description: 'Who did what in the account, newest first.' },
  { name: 'Account', description: 'The account of the key, and what is left of its limits.' },
  { name: 'Webhooks', description: 'URLs of yours that receive signed events.' },
  { name: 'Events', description: 'Events of the last 30 days.' },
  { name: 'Log', description: 'The append-only log, for everybody: no key is needed.' },
  { name: 'Description', description: 'This document.' },
];

/**
 * Completes the document. Headers are added first, because they depend on the error codes, which are then moved into
 * components.
 */
function finish<D extends object>(document: D, baseUrl: string): D {
  const { paths = {}, components } = document as { paths?: Record<string, unknown>; components?: Components };
  describeParameters(paths);
  addSamples(paths, baseUrl);
  describeHeaders(paths);
  leaveBytesAlone(paths);
  leaveFormsUnnamed(paths);
  addNeutralFilters(paths);
  const described = describeFields({
    paths,
    webhooks: describeEvents(),
    schemas: components?.schemas ?? {},
  });
  const { schemas, ...parts } = described;
  const finished: D & NamedDocument = {
    ...document,
    ...parts,
    components: { ...components, schemas, headers: RESPONSE_HEADERS },
  };
  nameSchemas(finished);
  shareResponses(finished);
  return finished;
}

type Components = { schemas?: object };

const PLACES = ['path', 'query', 'header'];

type Parameter = { name: string; in: string; example?: string; style?: string; explode?: boolean };

/**
 * Path parameters come first, because generators make them the first arguments. `metadata[key]=value` is one parameter,
 * in OpenAPI's `deepObject` style.
 */
function describeParameters(paths: Record<string, unknown>): void {
  for (const [path, operations] of Object.entries(paths)) {
    for (const operation of Object.values(operations as Record<string, { parameters?: Parameter[] }>)) {
      operation.parameters?.sort((a, b) => PLACES.indexOf(a.in) - PLACES.indexOf(b.in));
      for (const parameter of operation.parameters ?? []) {
        if (parameter.in === 'path') parameter.example = exampleParameter(path, parameter.name);
        if (parameter.in === 'query' && parameter.name === 'metadata')
          Object.assign(parameter, { style: 'deepObject', explode: true });
      }
    }
  }
}

type Form = { requestBody?: { content?: Record<string, { schema?: { title?: string } }> } };

/**
 * Removes the names of the schemas of forms, because openapi-typescript makes every field with a default obligatory in
 * a named schema.
 */
function leaveFormsUnnamed(paths: Record<string, unknown>): void {
  for (const path of Object.keys(paths).filter((one) => one.startsWith(PUBLIC_API))) {
    for (const { requestBody } of Object.values(paths[path] as Record<string, Form>))
      delete requestBody?.content?.['multipart/form-data']?.schema?.title;
  }
}

function addSamples(paths: Record<string, unknown>, baseUrl: string): void {
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations as Record<string, SampledOperation>))
      Object.assign(operation, { 'x-codeSamples': codeSamples(baseUrl, method, path, operation) });
  }
}

/** Error codes that only the dashboard returns. */
const DASHBOARD_CODES = new Set([
  'second_factor_required',
  'invalid_second_factor',
  'invalid_passkey',
  'too_many_passkeys',
  'passkeys_unavailable',
  'mail_not_configured',
  'wrong_password',
  'invalid_token',
  'email_taken',
  'signup_closed',
  'sso_off',
  'sso_only',
  'sso_refused',
  'sso_join_needed',
  'sso_unavailable',
  'forbidden_origin',
  'email_unproven',
  'too_many_keys',
]);

const DESCRIPTION = `Certifies digital files: a time stamp (RFC 3161), a place in an append-only log, and proofs that anyone can check. A time stamp is a NOM-151 constancia only if the provider that this operator configured is accredited; \`nom151.accredited\` of each certificate says so.

Errors have exactly two fields, \`error\` (a stable code) and \`message\`. Codes: ${Object.keys(STATUS)
  .filter((code) => !DASHBOARD_CODES.has(code))
  .map((code) => `\`${code}\``)
  .join(', ')}.`;

/** The operation that returns the document of `api`. The document is made when it is first asked for. */
export function getOpenapi(api: PublicApi): Operation<object, undefined> {
  let made: ReturnType<typeof renderBoth> | undefined;
  return operationsWith<object, undefined>().acting({
    method: 'GET',
    path: '/openapi',
    operationId: 'getOpenapi',
    scope: 'open',
    tag: 'Description',
    summary: 'This description',
    description: 'OpenAPI 3.1. No key is needed.',
    query: Type.Object({
      format: Type.Optional(oneOf(['json', 'yaml'], { default: 'json' })),
    }),
    answers: {
      200: {
        description: 'The OpenAPI document.',
        content: {
          'application/json': { schema: Type.Unsafe<string>({ type: 'object' }) },
          'application/yaml': { schema: Type.Unsafe<string>({ type: 'string' }) },
        },
      },
      ...NOT_MODIFIED,
    },
    refusals: [500],
    async act(_ports, { query }) {
      made ??= renderBoth(api.swagger());
      const { etag, ...file } = (await made)[query.format ?? 'json'];
      return { status: 200, headers: { 'cache-control': 'public, max-age=300' }, etag, file };
    },
  });
}

type Rendering = { content: string; etag: string; type: string };

async function renderBoth(document: object): Promise<{ json: Rendering; yaml: Rendering }> {
  const { stringify } = await import('yaml');
  return {
    json: rendering(JSON.stringify(document), 'application/json; charset=utf-8'),
    yaml: rendering(stringify(document), 'application/yaml; charset=utf-8'),
  };
}

function rendering(content: string, type: string): Rendering {
  return { content, type, etag: etagOf(content) };
}

/** An error answer that many operations share, which is described once as a component. */
type Response = { $ref?: string; content?: Record<string, { schema?: { $ref?: string } }> };
type Operations = Record<string, { responses?: Record<string, Response> }>;
type Document = { paths?: object; components?: object };

/**
 * Changes the document. Only answers whose schema has a name are shared; the codes of the others are specific to their
 * operation.
 */
function shareResponses(document: Document): void {
  const shared: Record<string, Response> = {};
  for (const operations of Object.values((document.paths ?? {}) as Record<string, Operations>)) {
    for (const { responses = {} } of Object.values(operations)) {
      for (const [status, response] of Object.entries(responses)) {
        const name = errorName(response);
        if (name === undefined) continue;
        shared[name] ??= response;
        // Two answers with the same codes may have different headers, for example if a call needs no key.
        if (JSON.stringify(shared[name]) === JSON.stringify(response))
          responses[status] = { $ref: `#/components/responses/${name}` };
      }
    }
  }
  document.components = { ...document.components, responses: shared };
}

function errorName({ content }: Response): string | undefined {
  const reference = content?.['application/json']?.schema?.$ref;
  return /\/(Error\d+)$/.exec(reference ?? '')?.[1];
}
