/**
 * The parameters of every route of an app, read from the routes themselves, so that new routes are included
 * automatically.
 */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RouteOptions } from 'fastify';
import type { App } from '../../server/src/http/app.ts';

export type FieldSchema = {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  minLength?: number;
  minimum?: number;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
};

export type RouteParameters = {
  method: string;
  url: string;
  params: string[];
  query: Record<string, FieldSchema>;
  body: Record<string, FieldSchema>;
  /** Whether the body may be a form, and whether it may be JSON. */
  isForm: boolean;
  isJson: boolean;
};

/** `build` must make the app before its first `await`; otherwise another app could be watched by mistake. */
export async function watchRouteParameters(
  build: () => Promise<App>,
): Promise<{ app: App; routes: RouteParameters[] }> {
  const routes: RouteOptions[] = [];
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: App };
    fastify.addHook('onRoute', (route) => void routes.push(route));
  };
  subscribe('fastify.initialization', watch);
  const building = build();
  unsubscribe('fastify.initialization', watch);
  return { app: await building, routes: routes.flatMap(parametersOf) };
}

function parametersOf({ method, url, schema }: RouteOptions): RouteParameters[] {
  const body = schema?.body as
    | (FieldSchema & { content?: Record<string, { schema: FieldSchema }> })
    | undefined;
  const json = body?.content === undefined ? body : body.content['application/json']?.schema;
  const form = body?.content?.['multipart/form-data']?.schema;
  return [method].flat().map((one) => ({
    method: one,
    url,
    params: [...url.matchAll(/:(\w+)|\*/g)].map(([whole, name]) => name ?? whole),
    query: propertiesOf(schema?.querystring),
    body: propertiesOf(json ?? form),
    isForm: form !== undefined,
    isJson: json !== undefined,
  }));
}

function propertiesOf(schema: unknown): Record<string, FieldSchema> {
  return (schema as FieldSchema | undefined)?.properties ?? {};
}

const SOURCES = fileURLToPath(new URL('../../server/src', import.meta.url));

/** The request headers that the server reads anywhere. */
export function headersRead(): string[] {
  const names = globSync('**/*.ts', { cwd: SOURCES })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${SOURCES}/${file}`, 'utf8'))
    .flatMap((source) => [...source.matchAll(/\bheaders(?:\.(\w+)|\['([\w-]+)'\])/g)])
    .map(([, plain, quoted]) => plain ?? quoted ?? '');
  return [...new Set([...names, ...READ_BY_OTHERS])].sort();
}

/** Headers that the framework reads, or that are read through another name than `headers`. */
const READ_BY_OTHERS = ['host', 'origin', 'traceparent', 'x-forwarded-host', 'x-forwarded-proto', 'expect'];
