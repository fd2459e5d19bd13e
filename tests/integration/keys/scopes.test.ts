/** The matrix of operations and scopes, generated from the OpenAPI document. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { DESK_SCOPE, type KeyScope, SCOPES, type Scope } from '../../../server/src/operations/scopes.ts';
import { demandDeclared } from '../../../server/src/operations/serve-operation.ts';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil } from '../../harness/memberships.ts';
import { routesOf } from '../../harness/routes-of.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

type Scopes = {
  'x-required-scope'?: KeyScope;
  'x-alternative-scopes'?: Scope[];
  'x-also-required-scope'?: Scope;
};

let operations: { method: string; url: string; scope: KeyScope | undefined; others: Scope[]; also?: Scope }[];
const sello = forFile(openTestSello);
const caller = forFile(() => sello.newAccount());
beforeAll(async () => {
  const { paths } = (await sello.call('GET', `${API}/openapi`)).body;
  operations = Object.entries<Record<string, Scopes>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      url: path
        .replace('{hash}', '0'.repeat(64))
        .replace('{id}', sello.ports.newId('cert'))
        .replace(/\{\w+\}/g, 'x'),
      scope: operation['x-required-scope'],
      others: operation['x-alternative-scopes'] ?? [],
      ...(operation['x-also-required-scope'] && { also: operation['x-also-required-scope'] }),
    })),
  );
});

/**
 * Scopes that no operation for keys requires: they show or allow more within an operation, or only people need them.
 */
const SHOWS_MORE: ReadonlySet<Scope> = new Set([
  'usage:read',
  'members:identify',
  'members:access',
  'members:erase',
  'diplomas:write',
]);

/** Whether the mode, not the scope, was the reason of a refusal: live-mode keys have no test clocks. */
const isOfTestMode = (text: string) => text.includes('"test_mode_only"');

test('P21 of all keys with a single scope, only the key with the declared scope is admitted', async () => {
  const keys = new Map<Scope, string>();
  for (const scope of SCOPES) keys.set(scope, (await sello.newKey(caller.account, { scopes: [scope] })).key);
  for (const { method, url, scope: required, others, also } of operations) {
    for (const [scope, key] of keys) {
      const { status, text } = await sello.call(method, url, { key });
      const isRefused = status === 403 && !isOfTestMode(text);
      const isOne = required === undefined || scope === required || others.includes(scope);
      expect(isRefused, `${method} ${url} with ${scope}`).toBe(!isOne || also !== undefined);
      if (isRefused) expect(text).toContain(`\`${isOne ? also : required}\``);
    }
  }
});

test('P21 every scope is needed by some operation, and all of them together are enough for each', async () => {
  const needed = new Set<KeyScope | undefined>(
    operations.flatMap(({ scope, others, also }) => [scope, ...others, also]),
  );
  expect(SCOPES.filter((scope) => !needed.has(scope) && !SHOWS_MORE.has(scope))).toEqual([]);
  for (const { method, url, scope } of operations) {
    if (scope === DESK_SCOPE) continue;
    const { status, text } = await sello.call(method, url, { key: caller.key });
    expect(status === 403 && !isOfTestMode(text), `${method} ${url}`).toBe(false);
  }
});

test("P21 an organiser's key is refused at every operation but those of its desk, and told why", async () => {
  const council = await openCouncil(sello);
  const { organizer } = await council.must('POST', '/organizers', { name: 'Sociedad de Ejemplo' });
  const key = await council.organizerKey(organizer.id);
  let atDesk = 0;
  for (const { method, url, scope } of operations) {
    if (!url.startsWith(API) || url.endsWith('/openapi')) continue;
    const { status, text } = await sello.call(method, url, { key });
    const isDesk = scope === DESK_SCOPE;
    atDesk += Number(isDesk);
    expect(status === 403 && /below `\/desk`/.test(text), `${method} ${url} ${status}`).toBe(!isDesk);
  }
  expect(atDesk).toBeGreaterThan(8);
});

test('P21 every route of the public API is in the document, and all but the document itself need a key', async () => {
  const served = routesOf(sello.app).filter(({ url }) => url.startsWith(API));
  expect(served.length).toBeGreaterThan(5);
  const documented = (await sello.call('GET', `${API}/openapi`)).body.paths;
  for (const { method, url } of served) {
    const path = url.replace(/:(\w+)/g, '{$1}');
    const operation = documented[path]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
    expect(operation, `${method} ${url}`).toBeDefined();
    const { status } = await sello.call(method, url.replace(/:\w+/g, 'x'));
    expect(status, `${method} ${url}`).toBe(operation.operationId === 'getOpenapi' ? 200 : 401);
  }
});

test('P21 the server does not start with a route that is not declared as an operation', async () => {
  const build = async (config: object) => {
    const app = Fastify().withTypeProvider<TypeBoxTypeProvider>();
    demandDeclared(app as never);
    app.get('/forgotten', { config }, async () => 'open to all');
    await app.ready();
  };
  await expect(build({})).rejects.toThrow('GET /forgotten is not declared as an operation');
  await expect(build({ scope: 'verify:read' })).resolves.toBeUndefined();
});
