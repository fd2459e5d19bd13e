import { afterAll, beforeAll, expect, test } from 'vitest';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';
import { cookieOf, DASHBOARD, signUp } from '../dashboard-person.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello();
});
afterAll(() => sello.close());

const BEHIND_THE_LOGIN = [
  ['GET', '/me'],
  ['GET', '/keys'],
  ['POST', '/keys'],
  ['PATCH', '/keys/key_0123456789012345678901'],
  ['DELETE', '/keys/key_0123456789012345678901'],
  ['POST', '/keys/key_0123456789012345678901/rotate'],
] as const;

test.for(BEHIND_THE_LOGIN)('%s %s asks for a login, and nothing else opens it', async ([method, path]) => {
  const { newKey, cookie } = await signUp(sello);
  const { secret } = await newKey();
  const token = cookie.split('=')[1];
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
    const payload = method === 'GET' ? {} : { payload: { name: 'x' } };
    const answer = await sello.call(method, DASHBOARD + path, {
      headers: headers as Record<string, string>,
      ...payload,
    });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: 'unauthorized', message: 'Please log in.' });
    expect(answer.headers['cache-control']).toContain('no-store');
  }
});

test('the cookie is found among others', async () => {
  const { cookie } = await signUp(sello);
  for (const crowd of [`a=b; ${cookie}`, `${cookie}; a=b`, `a=b;${cookie};c=d`]) {
    expect((await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie: crowd } })).status).toBe(200);
  }
});

test('a session means nothing under the public API', async () => {
  const { cookie } = await signUp(sello);
  for (const url of [`${API}/certificates`, `${API}/verify/${'0'.repeat(64)}`]) {
    const answer = await sello.call('GET', url, { headers: { cookie } });
    expect([answer.status, answer.body.error]).toEqual([401, 'unauthorized']);
  }
});

test('a cookie of another service is not ours', async () => {
  const other = await openTestSello();
  const { email, password } = await signUp(other);
  const answer = await other.call('POST', `${DASHBOARD}/login`, { payload: { email, password } });
  const headers = { cookie: cookieOf(answer) };
  expect((await sello.call('GET', `${DASHBOARD}/me`, { headers })).status).toBe(401);
  await other.close();
});
