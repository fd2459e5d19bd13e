/** The document itself, judged by a third-party linter and by our contract. */

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../../server/src/keys/scopes.ts';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';

type Media = { schema?: object; example?: unknown; examples?: unknown };
type Response = { description: string; content?: Record<string, Media> };
type Operation = {
  operationId?: string;
  summary?: string;
  tags?: string[];
  security: object[];
  'x-required-scope'?: string;
  responses: Record<string, Response>;
};

let sello: TestSello;
let folder: string;
let operations: { name: string; operation: Operation }[];
beforeAll(async () => {
  // The linter warns about documents with localhost as their server.
  sello = await openTestSello({ SELLO_BASE_URL: 'https://certifica.mx' });
  folder = await mkdtemp(path.join(tmpdir(), 'sello-openapi-'));
  const { paths } = (await sello.call('GET', `${API}/openapi`)).body;
  operations = Object.entries<Record<string, Operation>>(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${url}`, operation })),
  );
});
afterAll(async () => {
  await sello.close();
  await rm(folder, { recursive: true, force: true });
});

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
        if (!['204', '302', '304'].includes(status)) expect(content, `${name} ${status}`).toBeDefined();
        for (const media of Object.values(content ?? {}))
          expect(media.schema ?? media.examples).toBeDefined();
      }
    }
  });

  test('declares its scope and the refusals that come with a key, unless it is open', () => {
    for (const { name, operation } of operations) {
      if (name === `get ${API}/openapi`) {
        expect(operation.security).toEqual([]);
        continue;
      }
      expect(operation.security).toEqual([{ apiKey: [] }]);
      // Any key may ask whose it is.
      const isForAnyKey = name === `get ${API}/account`;
      if (!isForAnyKey) expect(SCOPES).toContain(operation['x-required-scope']);
      for (const status of ['401', ...(isForAnyKey ? [] : ['403']), '429', '500', '503']) {
        expect(Object.keys(operation.responses), name).toContain(status);
      }
    }
  });

  test('answers every error with the one error schema', () => {
    for (const { operation } of operations) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue;
        expect(content).toEqual({ 'application/json': { schema: { $ref: '#/components/schemas/Error' } } });
      }
    }
  });
});
