import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('P26 after logout the session is gone on the server, in every process, even with a kept cookie', async ({
  sello,
}) => {
  const other = await sello.another();
  const { call, cookie } = await signUp(sello);
  const me = () => other.call('GET', `${DASHBOARD}/me`, { headers: { cookie } });
  expect((await me()).status).toBe(200);
  const { status, body, headers } = await call('POST', '/logout');
  expect([status, body]).toEqual([200, { logged_out: true }]);
  expect(headers['set-cookie']).toBe('session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
  expect((await me()).status).toBe(401);
  expect((await call('GET', '/me')).status).toBe(401);
  expect((await call('POST', '/keys', { name: 'late' })).status).toBe(401);
});

test('logging out ends one session and leaves the others of the account', async ({ sello }) => {
  const { email, password, call, cookie } = await signUp(sello);
  const payload = { email, password };
  const other = await sello.call('POST', `${DASHBOARD}/login`, { payload });
  await call('POST', '/logout', undefined, { cookie: String(other.headers['set-cookie']).split(';')[0]! });
  expect((await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie } })).status).toBe(200);
});

test('logging out without a session succeeds', async ({ sello }) => {
  for (const cookie of ['', 'session=nonsense', `session=${'A'.repeat(43)}`]) {
    const { status } = await sello.call('POST', `${DASHBOARD}/logout`, { headers: { cookie } });
    expect(status).toBe(200);
  }
});
