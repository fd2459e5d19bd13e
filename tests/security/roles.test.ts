/**
 * Every role × every operation, as declared: a person may do exactly what the scopes of the role allow, and is refused
 * before the body is read.
 */

import type { RouteOptions } from 'fastify';
import Fastify from 'fastify';
import { type DashboardPorts, dashboardRoutes } from '../../server/src/api/dashboard.ts';
import type { App } from '../../server/src/http/app.ts';
import type { OperationScope } from '../../server/src/operations/scopes.ts';
import { lackingScope, ROLE_SCOPES, ROLES } from '../../server/src/people/teams/roles.ts';
import { readConfig } from '../../server/src/settings.ts';
import type { LogIdentity } from '../../server/src/transparency/sequence-log.ts';
import { DASHBOARD, signUp } from '../harness/dashboard-person.ts';
import { giveSeat, joinAs, setRole } from '../harness/team.ts';
import { expect, test } from '../harness/world.ts';

type Declared = { method: string; url: string; scope: OperationScope };

/** Every operation of the dashboard; a new one is included automatically. */
async function declaredOperations(): Promise<Declared[]> {
  const app = Fastify({ exposeHeadRoutes: false });
  const routes: Declared[] = [];
  app.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    if (config?.scope !== undefined) routes.push({ method: String(method), url, scope: config.scope });
  });
  const settings = { ...readConfig({}), identity: {} as LogIdentity };
  dashboardRoutes(app as unknown as App, {} as DashboardPorts, settings);
  await app.close();
  return routes;
}

test('P102 every role is refused exactly what it lacks, by name, whatever the body is', async ({ sello }) => {
  const owner = await signUp(sello);
  const operations = (await declaredOperations()).filter(
    ({ scope }) => !['open', 'oneself', 'any seat'].includes(String(scope)),
  );
  expect(operations.length).toBeGreaterThan(100);
  for (const role of ROLES) {
    const person = await joinAs(sello, owner, role);
    for (const { method, url, scope } of operations) {
      const lacking = lackingScope(role, scope);
      if (lacking === undefined) continue;
      const answer = await sello.call(method, DASHBOARD + url.replace(/:\w+/g, 'x'), {
        headers: { cookie: person.cookie, 'content-type': 'application/json' },
        ...(method !== 'GET' && { payload: '{"broken' }),
      });
      expect([method, url, answer.status, answer.body.error]).toEqual([
        method,
        url,
        403,
        'insufficient_role',
      ]);
      expect(answer.body.message).toContain(`\`${role}\``);
      expect(answer.body.message).toContain(`\`${lacking}\``);
    }
  }
});

test('P101 a seat that ends or whose role changes does so for the next request; the session lives on', async ({
  sello,
}) => {
  const person = await joinAs(sello, await signUp(sello), 'admin');
  expect((await person.call('GET', '/audit')).status).toBe(200);
  await setRole(sello, person, 'viewer');
  expect((await person.call('GET', '/audit')).body.error).toBe('insufficient_role');
  expect((await person.call('GET', '/certificates')).status).toBe(200);
  await sello.database.query('delete from seats where person_id = $1', [person.id], 'end-seat');
  expect((await person.call('GET', '/certificates')).status).toBe(404);
  const { status, body } = await person.call('GET', '/me');
  expect([status, body.account, body.accounts]).toEqual([200, null, []]);
  expect((await person.call('GET', '/sessions')).status).toBe(200);
});

test('a person with several accounts says which one a write is about; a foreign account is not there', async ({
  sello,
}) => {
  const [ana, eva] = [await signUp(sello), await signUp(sello)];
  await giveSeat(sello, eva.account.id, ana, 'developer');
  const about = (account: string) => ({ 'sello-account': account });
  const key = { name: 'k' };
  expect((await ana.call('POST', '/keys', key)).body.error).toBe('account_required');
  expect((await ana.call('POST', '/keys', key, about(eva.account.id))).status).toBe(201);
  expect((await eva.call('GET', '/keys')).body.keys).toHaveLength(1);
  await sello.ports.aside.settled();
  expect((await ana.call('GET', '/me')).body.account.id).toBe(eva.account.id);
  expect((await ana.call('GET', `/me?account=${ana.account.id}`)).body.account.id).toBe(ana.account.id);
  const two = await ana.call('GET', `/keys?account=${ana.account.id}`, undefined, about(eva.account.id));
  expect([two.status, two.body.error]).toEqual([422, 'validation_failed']);
  for (const foreign of [ana.account.id, sello.ports.newId('acct'), 'acct_x', '']) {
    expect((await eva.call('GET', '/keys', undefined, about(foreign))).status).toBe(404);
  }
});

test('nobody gives, changes or rotates a key that may do more than they', async ({ sello }) => {
  const owner = await signUp(sello);
  const strong = await owner.newKey({ name: 'of the owner', scopes: ['files:erase'] });
  expect(strong.created_by).toBe(owner.id);
  const person = await joinAs(sello, owner, 'developer');
  const own = await person.newKey({ name: 'own' });
  expect(own.scopes.every((scope: string) => (ROLE_SCOPES.developer as string[]).includes(scope))).toBe(true);
  const refused = [
    await person.call('POST', '/keys', { name: 'x', scopes: ['members:erase'] }),
    await person.call('POST', `/keys/${strong.id}/rotate`),
    await person.call('PATCH', `/keys/${strong.id}`, { name: 'mine' }),
    await person.call('PATCH', `/keys/${own.id}`, { scopes: ['files:erase'] }),
  ];
  for (const { status, body } of refused) expect([status, body.error]).toEqual([403, 'insufficient_role']);
  expect((await person.call('DELETE', `/keys/${strong.id}`)).status).toBe(200);
  const test = await owner.call('POST', '/keys', { name: 't', mode: 'test', scopes: ['people:read'] });
  expect([test.status, test.body.error]).toEqual([422, 'validation_failed']);
});
