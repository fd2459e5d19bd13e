import { cookieOf, DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { routesOf } from '../../../harness/routes-of.ts';
import { API, openTestSello } from '../../../harness/test-sello.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

/** Routes that a browser may call before login. All others require it. */
const OPEN = [
  'GET /settings',
  'GET /service',
  'POST /signup',
  'POST /signup/confirm',
  'POST /login',
  'POST /login/passkey',
  'POST /login/passkey/options',
  'POST /sso',
  'POST /sso/finish',
  'GET /invitations/x',
  'POST /logout',
  'POST /forgotten-password',
  'POST /reset-password',
  'POST /email/confirm',
];

test('every route but those of the login page requires a session, and nothing replaces it', async ({
  sello,
}) => {
  const { newKey, cookie } = await signUp(sello);
  const { secret } = await newKey();
  const token = cookie.split('=')[1];
  const routes = routesOf(sello.app)
    .filter(({ method, url }) => url.startsWith(`${DASHBOARD}/`) && method !== 'HEAD')
    .map(({ method, url }) => ({ method, path: url.slice(DASHBOARD.length).replace(/:\w+/g, 'x') }));
  const behind = routes.filter(({ method, path }) => !OPEN.includes(`${method} ${path}`));
  expect(routes.length - behind.length).toBe(OPEN.length);
  expect(behind.length).toBeGreaterThan(15);
  for (const { method, path } of behind) {
    for (const headers of [
      {},
      { authorization: `Bearer ${secret}` },
      { authorization: `Bearer ${token}` },
      { cookie: `session=${secret}` },
      { cookie: `session=${'A'.repeat(43)}` },
      { cookie: `Session=${token}` },
      { cookie: `xsession=${token}` },
      { cookie: `session="${token}"` },
      { 'x-session': String(token) },
    ]) {
      const answer = await sello.call(method, DASHBOARD + path, {
        headers: headers as Record<string, string>,
        ...(method !== 'GET' && { payload: { name: 'x' } }),
      });
      expect(answer.status, `${method} ${path}`).toBe(401);
      expect(answer.body).toEqual({ error: 'unauthorized', message: 'Please log in.' });
      expect(answer.headers['cache-control']).toContain('no-store');
    }
  }
});

test('the cookie is found among others', async ({ sello }) => {
  const { cookie } = await signUp(sello);
  for (const crowd of [`a=b; ${cookie}`, `${cookie}; a=b`, `a=b;${cookie};c=d`]) {
    expect((await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie: crowd } })).status).toBe(200);
  }
});

test('a session is not accepted by the public API', async ({ sello }) => {
  const { cookie } = await signUp(sello);
  for (const url of [`${API}/certificates`, `${API}/verify/${'0'.repeat(64)}`]) {
    const answer = await sello.call('GET', url, { headers: { cookie } });
    expect([answer.status, answer.body.error]).toEqual([401, 'unauthorized']);
  }
});

test('a cookie of another service is not accepted', async ({ sello }) => {
  const other = await openTestSello();
  const { email, password } = await signUp(other);
  const answer = await other.call('POST', `${DASHBOARD}/login`, { payload: { email, password } });
  const headers = { cookie: cookieOf(answer) };
  expect((await sello.call('GET', `${DASHBOARD}/me`, { headers })).status).toBe(401);
  await other.close();
});
