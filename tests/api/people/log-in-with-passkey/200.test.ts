import { turnOn } from '../../../harness/authenticator.ts';
import { cookieOf, DASHBOARD, deviceCookieOf, signUp } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { addPasskey, logInWith, loginChallenge } from '../../../harness/software-passkey.ts';
import { expect, test } from '../../../harness/world.ts';

test('anybody gets a challenge that names no passkey, and a cookie that scripts cannot read', async ({
  sello,
}) => {
  const answer = await sello.call('POST', `${DASHBOARD}/login/passkey/options`);
  expect([answer.status, answer.body.options]).toEqual([
    200,
    {
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    },
  ]);
  expect(answer.headers['set-cookie']).toMatch(
    /^passkey=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=[^;]+ GMT$/,
  );
});

test('a passkey alone logs in, and counts as both factors', async ({ sello }) => {
  const person = await signUp(sello);
  const app = await turnOn(sello, person);
  const { passkey } = await addPasskey(person, { code: app.code() });
  const answer = await logInWith(sello, passkey);
  expect([answer.status, answer.body.account.id]).toEqual([200, person.account.id]);
  const headers = { cookie: cookieOf(answer) };
  expect((await sello.call('GET', `${DASHBOARD}/me`, { headers })).status).toBe(200);
  const [entry] = (await person.call('GET', '/me/audit')).body.events;
  expect(entry).toMatchObject({ action: 'session.open', details: { second_factor: 'passkey_alone' } });
});

test('P26 the session that the browser had before is closed', async ({ sello }) => {
  const person = await signUp(sello);
  const { passkey } = await addPasskey(person);
  const { options, cookie } = await loginChallenge(sello);
  const answer = await sello.call('POST', `${DASHBOARD}/login/passkey`, {
    headers: { cookie: `${cookie}; ${person.cookie}` },
    payload: { passkey: passkey.get(options) },
  });
  expect(answer.status).toBe(200);
  expect((await person.call('GET', '/me')).status).toBe(401);
});

test('after the password a passkey is the second factor, as a code would be', async ({ sello }) => {
  const person = await signUp(sello);
  const { email, password } = person;
  const { passkey } = await addPasskey(person);
  const { options, cookie } = await loginChallenge(sello);
  const login = await sello.call('POST', `${DASHBOARD}/login`, {
    headers: { cookie },
    payload: { email, password, passkey: passkey.get(options) },
  });
  expect(login.status).toBe(200);
  const headers = { cookie: cookieOf(login) };
  const [entry] = (await sello.call('GET', `${DASHBOARD}/me/audit`, { headers })).body.events;
  expect(entry).toMatchObject({ action: 'session.open', details: { second_factor: 'passkey' } });
});

test('a new device is reported by mail, but not a known one', async () => {
  const world = await openMailingSello({ SELLO_BASE_URL: 'http://localhost:3000' });
  const person = await world.signUp();
  const { passkey } = await addPasskey(person);
  const told = async () => {
    await world.sello.ports.aside.settled();
    return world.mails.filter(({ text }) => /new device|dispositivo nuevo/.test(text)).length;
  };
  const first = await logInWith(world.sello, passkey);
  expect([first.status, await told()]).toEqual([200, 1]);
  const second = await logInWith(world.sello, passkey, {}, deviceCookieOf(first));
  expect([second.status, await told()]).toEqual([200, 1]);
  await world.close();
});

test('a password reset and a password change leave passkeys as they are', async () => {
  const world = await openMailingSello({ SELLO_BASE_URL: 'http://localhost:3000' });
  const person = await world.signUp();
  const { passkey } = await addPasskey(person);
  const token = await world.mailedToken(person.email);
  const payload = { token, new_password: 'lluvia en la azotea' };
  await world.sello.call('POST', `${DASHBOARD}/reset-password`, { payload });
  const login = await logInWith(world.sello, passkey);
  expect(login.status).toBe(200);
  await person.call(
    'POST',
    '/password',
    { current_password: 'lluvia en la azotea', new_password: 'sol sobre la azotea' },
    { cookie: cookieOf(login) },
  );
  expect((await logInWith(world.sello, passkey)).status).toBe(200);
  await world.close();
});
