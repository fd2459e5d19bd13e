/** The document itself, judged by a third-party linter and by our contract. */

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STATUS } from '../../../server/src/http/errors.ts';
import type { ErrorCode } from '../../../server/src/kernel/errors.ts';
import { KEY_SCOPES } from '../../../server/src/operations/scopes.ts';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

type Media = { schema?: object; example?: unknown; examples?: unknown };
type Response = {
  description: string;
  content?: Record<string, Media>;
  headers?: Record<string, object>;
  'x-error-codes'?: ErrorCode[];
};
type ErrorSchema = { required: string[]; properties: { error: { enum: ErrorCode[] } } };
type Operation = {
  operationId?: string;
  summary?: string;
  tags?: string[];
  parameters?: { name: string; description?: string }[];
  security: object[];
  'x-required-scope'?: string;
  responses: Record<string, Response>;
};

let folder: string;
// biome-ignore lint/suspicious/noExplicitAny: a document of any shape.
let document: any;
let operations: { name: string; operation: Operation }[];
// The linter warns about documents with localhost as their server.
const sello = forFile(() => openTestSello({ SELLO_BASE_URL: 'https://certifica.mx' }));
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-openapi-'));
  document = (await sello.call('GET', `${API}/openapi`)).body;
  operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method} ${url}`,
      operation: { ...operation, responses: resolved(operation.responses) },
    })),
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The schema to which a reference leads. */
function resolve<T>(value: unknown): T {
  const reference = (value as { $ref?: string } | undefined)?.$ref;
  if (reference === undefined) return value as T;
  const [, , kind = '', name = ''] = reference.split('/');
  return document.components[kind][name];
}

function resolved(responses: Record<string, Response>): Record<string, Response> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, resolve<Response>(response)]),
  );
}

/** Finds where an answer contains a record (which names its type in `object`) or a page of a list. */
function recordsIn(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: Record<string, object> };
  const isRecord = 'object' in properties || 'has_more' in properties;
  return [
    ...(isRecord ? [place] : []),
    ...Object.entries(schema).flatMap(([key, value]) => recordsIn(value, `${place} ${key}`)),
  ];
}

const REDOCLY = fileURLToPath(new URL('../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

test.for(['json', 'yaml'])(
  'the %s passes every recommended rule of Redocly without a warning',
  async (format) => {
    const file = path.join(folder, `openapi.${format}`);
    const config = path.join(folder, 'redocly.yaml');
    await writeFile(file, (await sello.call('GET', `${API}/openapi?format=${format}`)).text);
    await writeFile(config, 'extends: [recommended]\n');
    const { stdout, status } = spawnSync(
      process.execPath,
      [REDOCLY, 'lint', file, '--config', config, '--format=json'],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    expect(JSON.parse(stdout).problems).toEqual([]);
    expect(status).toBe(0);
  },
);

describe('every operation', () => {
  test('has a unique id, a summary and a tag', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(operations.length);
    for (const { operation } of operations) {
      expect(operation).toMatchObject({ operationId: expect.any(String), summary: expect.any(String) });
      expect(operation.tags).toHaveLength(1);
    }
  });

  test('describes every status in words, and every body by a schema or an example', () => {
    for (const { name, operation } of operations) {
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        expect(description, `${name} ${status}`).not.toMatch(/^(Default Response)?$/);
        const mayBeEmpty = ['204', '302', '304'].includes(status) || isRefusalBesideBytes(operation, status);
        if (!mayBeEmpty) expect(content, `${name} ${status}`).toBeDefined();
        for (const media of Object.values(content ?? {}))
          expect(media.schema ?? media.examples).toBeDefined();
      }
    }
  });

  test('describes every parameter and every field, and so do all records and events', () => {
    const bare = operations.flatMap(({ name, operation: { parameters = [] } }) =>
      parameters.filter((one) => one.description === undefined).map((one) => `${name} ${one.name}`),
    );
    for (const part of ['paths', 'components', 'webhooks']) bare.push(...bareFields(document[part], part));
    expect(bare).toEqual([]);
  });

  test('declares its scope and the refusals that come with a key, unless it is open', () => {
    for (const { name, operation } of operations) {
      if (name === `get ${API}/openapi` || name.startsWith('get /log/')) {
        expect(operation.security).toEqual([]);
        continue;
      }
      expect(operation.security).toEqual([{ apiKey: [] }]);
      // Any key may ask to which account it belongs.
      const isForAnyKey = name === `get ${API}/account`;
      if (!isForAnyKey) expect(KEY_SCOPES).toContain(operation['x-required-scope']);
      for (const status of ['401', ...(isForAnyKey ? [] : ['403']), '429', '500', '503']) {
        expect(Object.keys(operation.responses), name).toContain(status);
      }
    }
  });

  test('lists the codes of every error, each under its own status', () => {
    for (const { name, operation } of operations) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue;
        if (isRefusalBesideBytes(operation, status)) {
          const codes = response['x-error-codes'] ?? [];
          expect(codes.map((code) => STATUS[code])).toEqual(codes.map(() => Number(status)));
          continue;
        }
        const { content = {} } = response;
        expect(Object.keys(content), `${name} ${status}`).toEqual(['application/json']);
        const schema = resolve<ErrorSchema>(content['application/json']?.schema);
        expect(schema.required).toEqual(['error', 'message']);
        const codes = schema.properties.error.enum;
        expect(codes.length, `${name} ${status}`).toBeGreaterThan(0);
        for (const code of codes) expect([code, STATUS[code]]).toEqual([code, Number(status)]);
      }
    }
  });

  test('describes the headers that it answers with', () => {
    for (const { name, operation } of operations) {
      for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
        expect(Object.keys(headers), `${name} ${status}`).toContain('X-Request-Id');
        if (status === '429') expect(Object.keys(headers)).toContain('Retry-After');
        if (status === '201') expect(Object.keys(headers)).toContain('Location');
        for (const header of Object.values(headers))
          expect(resolve<object>(header)).toMatchObject({ description: expect.any(String) });
      }
    }
  });

  test('answers with records that have a name', () => {
    const nameless = operations.flatMap(({ name, operation }) =>
      Object.values(operation.responses).flatMap(({ content = {} }) =>
        recordsIn(content['application/json']?.schema, name),
      ),
    );
    expect(nameless).toEqual([]);
  });
});

/**
 * Refusals with a schema would make some generators read the bytes as text or JSON, so these operations only list their
 * codes.
 */
function isRefusalBesideBytes(
  { responses }: (typeof operations)[number]['operation'],
  status: string,
): boolean {
  const types = Object.keys(responses['200']?.content ?? {}).join();
  const isBytesAlone = ['application/octet-stream', 'application/timestamp-reply'].includes(types);
  return isBytesAlone && Number(status) >= 400;
}

type Described = { description?: string; $ref?: string; anyOf?: { $ref?: string }[] };

/** The fields that have no description, and do not refer to a record that has one. */
function bareFields(value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (['example', 'examples', 'default'].includes(key)) return [];
    const inside = bareFields(part, `${at}.${key}`);
    if (key !== 'properties') return inside;
    const bare = Object.entries<Described>(part).filter(([, field]) => !isDescribed(field));
    return [...inside, ...bare.map(([name]) => `${at}.${name}`)];
  });
}

function isDescribed(field: Described): boolean {
  if (field.description !== undefined) return true;
  const reference = field.$ref ?? field.anyOf?.find((one) => one.$ref !== undefined)?.$ref;
  return reference !== undefined && resolve<Described>({ $ref: reference }).description !== undefined;
}
