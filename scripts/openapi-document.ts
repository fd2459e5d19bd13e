/** The OpenAPI document that a server serves, without a server: its routes are described and never called. */

import Fastify from 'fastify';
import { describeRoutes } from '../server/src/api/openapi.ts';
import { type PublicApiPorts, publicApi } from '../server/src/api/public-api.ts';
import { CertificateSchema } from '../server/src/certificates/certificate-record.ts';
import type { App, PublicApi } from '../server/src/http/app.ts';
import { ErrorSchema } from '../server/src/http/schema.ts';
import { readConfig } from '../server/src/settings.ts';
import { type LogRoutePorts, logRoutes } from '../server/src/transparency/routes-public.ts';
import type { LogIdentity } from '../server/src/transparency/sequence-log.ts';

export const API_PREFIX = '/api/public/v1';

/** The parts of a JSON Schema from which a type is written. */
export type OpenapiSchema = {
  $ref?: string;
  description?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  properties?: Readonly<Record<string, OpenapiSchema>>;
  required?: readonly string[];
  items?: OpenapiSchema;
  additionalProperties?: boolean | OpenapiSchema;
  patternProperties?: Readonly<Record<string, OpenapiSchema>>;
  anyOf?: readonly OpenapiSchema[];
  oneOf?: readonly OpenapiSchema[];
  allOf?: readonly OpenapiSchema[];
};

export type OpenapiContent = Readonly<Record<string, { schema?: OpenapiSchema }>>;

export type OpenapiResponse = {
  $ref?: string;
  content?: OpenapiContent;
  'x-error-codes'?: readonly string[];
};

export type OpenapiOperation = {
  operationId: string;
  summary?: string;
  tags: readonly string[];
  deprecated?: boolean;
  'x-required-scope'?: string;
  parameters?: readonly {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    schema: OpenapiSchema;
  }[];
  requestBody?: { content: OpenapiContent };
  responses: Readonly<Record<string, OpenapiResponse>>;
};

export type OpenapiDocument = {
  info: { description: string };
  tags: readonly { name: string; description: string }[];
  components: {
    schemas: Readonly<Record<string, OpenapiSchema>>;
    responses: Readonly<Record<string, OpenapiResponse>>;
  };
  paths: Readonly<Record<string, Readonly<Record<string, OpenapiOperation>>>>;
  /** Keyed by the name of the event. */
  webhooks: Readonly<Record<string, Readonly<Record<'post', OpenapiOperation>>>>;
};

const NOTHING: unknown = {};
/** Everything that routes need when they are registered. */
const PORTS: unknown = { randomBytes: (length: number) => new Uint8Array(length) };

export async function openapiDocument(): Promise<OpenapiDocument> {
  const app: App = Fastify();
  app.addSchema(ErrorSchema);
  app.addSchema(CertificateSchema);
  app.setValidatorCompiler(() => () => true);
  const site = { ...readConfig({}), identity: NOTHING as LogIdentity };
  await describeRoutes(app, site);
  await app.register(async (api: PublicApi) => publicApi(api, PORTS as PublicApiPorts, site), {
    prefix: API_PREFIX,
  });
  await app.register(async (part: App) => logRoutes(part, PORTS as LogRoutePorts, site.identity), {
    prefix: '/log',
  });
  await app.ready();
  const document: unknown = app.swagger();
  await app.close();
  return document as OpenapiDocument;
}
