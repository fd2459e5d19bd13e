/** Who may operate the service, which proof of identity is required, and what operators can never get. */

import type { RouteOptions } from 'fastify';
import Fastify from 'fastify';
import { type OperatorPorts, operatorRoutes } from '../../server/src/api/operator.ts';
import type { App } from '../../server/src/http/app.ts';
import { OPERATOR } from '../../server/src/kernel/actor.ts';
import { readConfig } from '../../server/src/settings.ts';
import { turnOn } from '../harness/authenticator.ts';
import { signUp } from '../harness/dashboard-person.ts';
import { openMailingSello } from '../harness/mailing-sello.ts';
import { asOperator, newOperator, OPERATOR_API } from '../harness/operator.ts';
import { joinAs } from '../harness/team.ts';
import { openTestSello } from '../harness/test-sello.ts';
import { expect, test, testAlone, withSettings } from '../harness/world.ts';

const HALF_AN_HOUR = 30 * 60_000;

type Declared = { method: string; url: string; isAct: boolean };

/** Every operation of the operator; a new one is included automatically. */
async function declared(): Promise<Declared[]> {
  const app = Fastify({ exposeHeadRoutes: false });
  const routes: Declared[] = [];
  app.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    const isAct = config?.scope === 'proven operator';
    routes.push({ method: String(method), url: url.replace(/:\w+/g, 'x'), isAct });
  });
  operatorRoutes(app as unknown as App, {} as OperatorPorts, readConfig({}));
  await app.close();
  return routes;
}

test('P112 to everybody else the operator’s addresses do not exist, whatever the role and the body', async ({
  sello,
}) => {
  const routes = await declared();
  expect(routes.length).toBeGreaterThan(15);
  await newOperator(sello);
  const owner = await signUp(sello);
  const { key } = await sello.newAccount();
  const others = [owner, await joinAs(sello, owner, 'admin'), await joinAs(sello, owner, 'viewer')];
  const nowhere = (await asOperator(sello, owner).operate('GET', '/nothing-here')).body;
  for (const { method, url } of routes) {
    const payload = method === 'GET' ? {} : { payload: '{"broken' };
    const headers = { 'content-type': 'application/json' };
    for (const { cookie } of others) {
      const answer = await sello.call(method, OPERATOR_API + url, {
        headers: { ...headers, cookie },
        ...payload,
      });
      expect([method, url, answer.status, answer.body]).toEqual([method, url, 404, nowhere]);
    }
    for (const more of [{}, { authorization: `Bearer ${key}` }]) {
      const answer = await sello.call(method, OPERATOR_API + url, {
        headers: { ...headers, ...more },
        ...payload,
      });
      expect([method, url, answer.status, answer.body.error]).toEqual([method, url, 401, 'unauthorized']);
    }
  }
});

testAlone(
  'P112 half an hour after the log-in every act asks for a proof, and reading does not',
  async ({ sello }) => {
    const operator = await newOperator(sello);
    const routes = await declared();
    const acts = routes.filter(({ isAct }) => isAct);
    expect(acts.map(({ method }) => method)).not.toContain('GET');
    expect(routes.filter(({ isAct, method }) => !isAct && method !== 'GET')).toMatchObject([
      { url: '/proof' },
    ]);
    sello.advance(HALF_AN_HOUR);
    for (const { method, url } of acts) {
      const { status, body } = await operator.operate(method, url, {});
      expect([method, url, status, body.error]).toEqual([method, url, 403, 'proof_required']);
    }
    expect((await operator.operate('GET', '/me')).body.proven_until).toBeNull();
    expect((await operator.operate('GET', '/accounts')).status).toBe(200);

    const wrong = await operator.operate('POST', '/proof', { password: 'not the password' });
    expect([wrong.status, wrong.body.error]).toEqual([403, 'wrong_password']);
    const { account } = await sello.newAccount({ certificates: 1 });
    const grant = () =>
      operator.operate('POST', `/accounts/${account.id}/grants`, { certificates: 1, reason: 'Prueba' });
    expect((await grant()).body.error).toBe('proof_required');
    expect((await operator.operate('POST', '/proof', { password: operator.password })).status).toBe(200);
    expect((await grant()).status).toBe(200);
    sello.advance(HALF_AN_HOUR);
    expect((await grant()).body.error).toBe('proof_required');
  },
);

testAlone(
  'P112 a proof holds for the session that gave it, and needs the second factor where there is one',
  async ({ sello }) => {
    const operator = await newOperator(sello);
    const app = await turnOn(sello, operator);
    sello.advance(HALF_AN_HOUR);
    const { password } = operator;
    const alone = await operator.operate('POST', '/proof', { password });
    expect(alone.body.error).toBe('second_factor_required');
    expect((await operator.operate('POST', '/proof', { password, code: app.code() })).status).toBe(200);
    const { account } = await sello.newAccount();
    const act = (by: typeof operator) =>
      by.operate('POST', `/accounts/${account.id}/suspend`, { reason: 'Prueba' });
    // Another browser of the same person, in which they logged in long ago.
    const payload = { email: operator.email, password, code: app.code(1) };
    const login = await sello.call('POST', '/api/dashboard/login', { payload });
    expect(login.status).toBe(200);
    const cookie = String([login.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    sello.advance(HALF_AN_HOUR - 1_000);
    const other = asOperator(sello, { ...operator, cookie });
    expect((await operator.operate('GET', '/me')).body.proven_until).not.toBeNull();
    sello.advance(2_000);
    expect([(await act(other)).body.error, (await act(operator)).body.error]).toEqual([
      'proof_required',
      'proof_required',
    ]);
  },
);

const away = withSettings({ SELLO_BASE_URL: 'https://sello.example' });

away('P112 away from loopback an operator without a second factor gets nothing', async ({ sello }) => {
  const operator = await newOperator(sello);
  for (const [method, path] of [
    ['GET', '/accounts'],
    ['GET', '/me'],
    ['POST', '/proof'],
  ] as const) {
    const { status, body } = await operator.operate(method, path, method === 'GET' ? undefined : {});
    expect([status, body.error]).toEqual([403, 'second_factor_required']);
  }
  await turnOn(sello, operator);
  expect((await operator.operate('GET', '/accounts')).status).toBe(200);
});

away('away from loopback nobody becomes operator by signing up first', async ({ sello }) => {
  await signUp(sello);
  const operators = await sello.ports.operators.list([]);
  expect(operators.filter(({ by }) => by === 'first')).toEqual([]);
});

testAlone(
  'on loopback the first to sign up, and nobody after, becomes operator; also of a crowd',
  async () => {
    const sello = await openTestSello({});
    try {
      const people = await Promise.all(Array.from({ length: 6 }, () => signUp(sello)));
      people.push(await signUp(sello));
      const operators = await sello.ports.operators.list([]);
      expect(operators).toMatchObject([{ by: 'first' }]);
      const mine = await Promise.all(
        people.map(async ({ call }) => (await call('GET', '/me')).body.operator),
      );
      expect(mine.filter(Boolean)).toHaveLength(1);
      expect(mine.at(-1)).toBe(false);
    } finally {
      await sello.close();
    }
  },
);

testAlone('the settings name operators by addresses that are proven, in any spelling', async () => {
  const named = 'Óscar@Example.com'.normalize('NFD');
  const {
    sello,
    signUp: join,
    close,
  } = await openMailingSello({ SELLO_OPERATORS: `eva@example.com, ${named}` });
  try {
    const person = await join();
    const isOperator = async () => (await person.call('GET', '/me')).body.operator;
    expect(await isOperator()).toBe(false);
    const rename = (email: string, proven: string | null) =>
      sello.database.query('update people set email = $2, email_proven_at = $3 where id = $1', [
        person.id,
        email,
        proven,
      ]);
    await rename('óscar@example.com'.normalize('NFC'), null);
    expect(await isOperator()).toBe(false);
    await rename('óscar@example.com'.normalize('NFC'), '2026-01-01T00:00:00Z');
    expect(await isOperator()).toBe(true);
  } finally {
    await close();
  }
});

testAlone('an operator who is removed gets nothing from the next call on', async ({ sello }) => {
  const operator = await newOperator(sello);
  expect((await operator.operate('GET', '/accounts')).status).toBe(200);
  expect(await sello.ports.operators.remove(operator.id, sello.ports.now(), OPERATOR)).toBe(true);
  expect((await operator.operate('GET', '/accounts')).status).toBe(404);
  const log = await sello.ports.audit.page('operator', 5, undefined);
  expect(log.map(({ action, target }) => [action, target])).toContainEqual(['operator.remove', operator.id]);
});

testAlone(
  'P112 no call of the operator gives a file, a proof, a key or a session of somebody else',
  async ({ sello }) => {
    const routes = await declared();
    const open = routes.map(({ method, url }) => `${method} ${url}`);
    expect(open.filter((one) => /file|proof|certificates\/|session|login|impersonat|key/i.test(one))).toEqual(
      ['POST /proof'],
    );
    const operator = await newOperator(sello);
    const victim = await signUp(sello);
    const about = { 'sello-account': victim.account.id };
    for (const path of ['/certificates', '/members', '/audit', '/keys', '/people']) {
      expect((await operator.call('GET', path, undefined, about)).status).toBe(404);
    }
  },
);

testAlone('a page of another origin cannot make an operator act', async ({ sello }) => {
  const operator = await newOperator(sello);
  const { account } = await sello.newAccount();
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const path = `/accounts/${account.id}/suspend`;
  const { status, body } = await operator.operate('POST', path, { reason: 'x' }, headers);
  expect([status, body.error]).toEqual([403, 'forbidden_origin']);
});
