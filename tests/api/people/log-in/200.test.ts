import { cookieOf, DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base
  .extend(
    'login',
    ({ sello }) =>
      (payload: object, headers: Record<string, string> = {}) =>
        sello.call('POST', `${DASHBOARD}/login`, { payload, headers }),
  )
  .extend(
    'me',
    ({ sello }) =>
      (cookie: string) =>
        sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie } }),
  );

test('the right password opens a session, whatever the case of the address', async ({ sello, login }) => {
  const { email, password, account } = await signUp(sello);
  for (const written of [email, email.toUpperCase()]) {
    const { status, body } = await login({ email: written, password });
    expect([status, body]).toEqual([200, { account }]);
  }
});

test('the same password in another Unicode form is accepted', async ({ sello, login }) => {
  const payload = { email: 'nfc@example.com', password: 'contrase\u00f1a larga', name: 'N' };
  await sello.call('POST', `${DASHBOARD}/signup`, { payload });
  expect((await login({ email: payload.email, password: 'contrasen\u0303a larga' })).status).toBe(200);
});

test('P26 every login gets a new session id, and ends the browser’s previous one', async ({
  sello,
  login,
  me,
}) => {
  const { email, password, cookie } = await signUp(sello);
  const first = cookieOf(await login({ email, password }, { cookie }));
  const second = cookieOf(await login({ email, password }, { cookie: first }));
  expect(new Set([cookie, first, second]).size).toBe(3);
  expect([(await me(cookie)).status, (await me(first)).status, (await me(second)).status]).toEqual([
    401, 401, 200,
  ]);
});

test('P26 a session id chosen by an attacker is never adopted', async ({ sello, login, me }) => {
  const { email, password } = await signUp(sello);
  const planted = `session=${'A'.repeat(43)}`;
  expect(cookieOf(await login({ email, password }, { cookie: planted }))).not.toBe(planted);
  expect((await me(planted)).status).toBe(401);
});

test('logins from two browsers are two sessions', async ({ sello, login, me }) => {
  const { email, password, cookie } = await signUp(sello);
  const other = cookieOf(await login({ email, password }));
  expect([(await me(cookie)).status, (await me(other)).status]).toEqual([200, 200]);
});

test('a session expires after seven days without use', async ({ sello, me }) => {
  const { cookie } = await signUp(sello);
  sello.advance(7 * 86_400_000 - 60_000);
  expect((await me(cookie)).status).toBe(200);
  await sello.ports.aside.settled();
  sello.advance(7 * 86_400_000);
  expect((await me(cookie)).status).toBe(401);
});
