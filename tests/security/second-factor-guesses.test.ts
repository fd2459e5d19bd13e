/** Ten guesses at the second factor in a quarter of an hour, however many browsers, sessions and networks guess. */

import { expect, test } from 'vitest';
import { buildServer } from '../../server/src/api/server.ts';
import { turnOn } from '../harness/authenticator.ts';
import { cookieOf, DASHBOARD, deviceCookieOf, type Person, signUp } from '../harness/dashboard-person.ts';
import { forFile } from '../harness/for-file.ts';
import { lastToken, openMailingSello } from '../harness/mailing-sello.ts';
import { watchRouteParameters } from '../harness/route-parameters.ts';
import { addPasskey } from '../harness/software-passkey.ts';
import { joinAs } from '../harness/team.ts';
import { openTestSello, type TestSello } from '../harness/test-sello.ts';

const sello = forFile(openTestSello);

const WRONG = '000000';
const WINDOW_MS = 900_000;
const network = (i: number) => `10.${i >> 8}.${i & 255}.9`;

type From = { from?: string; cookie?: string; code?: string; password?: string; on?: TestSello };

const login = (owner: Pick<Person, 'email' | 'password'>, given: From = {}) =>
  (given.on ?? sello).call('POST', `${DASHBOARD}/login`, {
    payload: {
      email: owner.email,
      password: given.password ?? owner.password,
      ...(given.code !== undefined && { code: given.code }),
    },
    headers: given.cookie === undefined ? {} : { cookie: given.cookie },
    from: given.from ?? network(9999),
  });

const inside = (cookie: string, path: string, payload: object) =>
  sello.call('POST', DASHBOARD + path, { payload, headers: { cookie } });

/** The number of guesses that were really checked: refused as wrong, not because of their number. */
const looked = (statuses: readonly number[]) => statuses.filter((status) => status === 401).length;

test('P108 twelve devices and twelve sessions taken before have ten guesses together', async () => {
  const owner = await signUp(sello);
  const app = await turnOn(sello, owner);
  const browsers = [];
  for (let i = 0; i < 12; i++) {
    sello.advance(30_000);
    const answer = await login(owner, { code: app.code(), from: network(i) });
    expect(answer.status).toBe(200);
    browsers.push({ session: cookieOf(answer), device: deviceCookieOf(answer) });
  }
  const statuses = [];
  for (const [i, { session, device }] of browsers.entries()) {
    for (let guess = 0; guess < 2; guess++) {
      statuses.push((await login(owner, { code: WRONG, cookie: device, from: network(50 + i) })).status);
      const body = { password: owner.password, code: WRONG };
      statuses.push((await inside(session, '/second-factor/remove', body)).status);
      statuses.push((await login(owner, { code: WRONG, from: network(90 + i) })).status);
    }
  }
  expect(looked(statuses)).toBe(10);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
});

test('P108 no stretch of fifteen minutes holds more than ten, and a right code does not begin the count anew', async () => {
  const owner = await signUp(sello);
  const app = await turnOn(sello, owner);
  const guess = async (i: number) => (await login(owner, { code: WRONG, from: network(200 + i) })).status;
  expect(await guess(0)).toBe(401);
  sello.advance(WINDOW_MS - 60_000);
  for (let i = 1; i < 10; i++) expect(await guess(i)).toBe(401);
  sello.advance(60_000);
  expect(await guess(10)).toBe(429);
  sello.advance(WINDOW_MS - 60_000);
  for (let i = 11; i < 20; i++) expect(await guess(i)).toBe(401);
  expect((await login(owner, { code: app.code(), from: network(250) })).status).toBe(200);
  expect(await guess(20)).toBe(401);
  expect(await guess(21)).toBe(429);
});

test('P108 neither a change nor a reset of the password gives new guesses', async () => {
  const world = await openMailingSello();
  const on = world.sello;
  const owner = await world.signUp();
  const app = await turnOn(on, owner);
  const statuses: number[] = [];
  let { password } = owner;
  const guessAll = async () => {
    for (let i = 0; i < 6; i++)
      statuses.push((await login(owner, { on, password, code: WRONG, from: network(300 + i) })).status);
  };
  await guessAll();
  const changed = await owner.call('POST', '/password', {
    current_password: password,
    new_password: 'una contraseña más larga',
  });
  expect(changed.status).toBe(200);
  password = 'una contraseña más larga';
  await guessAll();
  for (let round = 0; round < 2; round++) {
    const token = await world.mailedToken(owner.email);
    password = `otra contraseña larga ${round}`;
    const payload = { token, new_password: password };
    expect((await on.call('POST', `${DASHBOARD}/reset-password`, { payload })).status).toBe(200);
    await guessAll();
  }
  expect(looked(statuses)).toBe(10);
  on.advance(WINDOW_MS);
  expect((await login(owner, { on, password, code: app.code() })).status).toBe(200);
  await world.close();
});

test('P108 ten at once over two processes are ten', async () => {
  const other = await sello.another();
  const owner = await signUp(sello);
  await turnOn(sello, owner);
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      login(owner, { code: WRONG, from: network(400 + i), on: i % 2 === 0 ? sello : other }),
    ),
  );
  // Guesses that are not checked may also have been refused because of too many failed logins.
  expect(looked(answers.map(({ status }) => status))).toBeLessThanOrEqual(10);
});

type Asked = { path?: string; body?: object };

/**
 * `prepare` returns what the call needs besides password and code. It runs before the owner switches the second factor
 * on.
 */
type TakesCode = Asked & { prepare?: (owner: Person) => Promise<Asked> };

/** Every operation that takes a code, with its other inputs. A new one has to be added here, and must count guesses. */
const TAKE_A_CODE: Record<string, TakesCode> = {
  'POST /login': {},
  'POST /second-factor': {},
  'POST /second-factor/confirm': {},
  'POST /second-factor/recovery-codes': {},
  'POST /second-factor/remove': {},
  'POST /passkeys/options': {},
  'POST /passkeys/:id/remove': { path: '/passkeys/passkey_1/remove' },
  'POST /email': { body: { email: 'elsewhere@example.com' } },
  'PUT /retention': { body: { keep_files_days: 30 } },
  'PATCH /account': { body: { four_eyes: 'off' }, prepare: requireFourEyes },
  'POST /account/transfer': {
    prepare: async (owner) => ({ body: { person: (await joinAs(sello, owner, 'admin')).id } }),
  },
  'POST /people/invitations': { body: { email: 'second@example.com', role: 'owner' } },
  'PATCH /people/:id': { body: { role: 'admin' }, prepare: secondOwner },
  'DELETE /people/:id': { prepare: secondOwner },
  'DELETE /me': { prepare: async (owner) => ({ ...(await secondOwner(owner)), path: '/me' }) },
};

async function requireFourEyes(owner: Person): Promise<Asked> {
  await joinAs(sello, owner, 'approver');
  expect((await owner.call('PATCH', '/account', { four_eyes: 'required' })).status).toBe(200);
  return {};
}

async function secondOwner(owner: Person): Promise<Asked> {
  const path = `/people/${(await joinAs(sello, owner, 'admin')).id}`;
  const made = await owner.call('PATCH', path, { role: 'owner', password: owner.password });
  expect(made.status, made.text).toBe(200);
  return { path };
}

/** Operations in which `code` is the code of a course. */
const OTHER_CODES = ['POST /courses', 'PATCH /courses/:id'];

test('P108 every operation that takes a code is in the list', async () => {
  const { app, routes } = await watchRouteParameters(() => buildServer(sello.world));
  const found = routes.filter(({ url, body }) => url.startsWith(`${DASHBOARD}/`) && 'code' in body);
  await app.close();
  expect(found.map(({ method, url }) => `${method} ${url.slice(DASHBOARD.length)}`).toSorted()).toEqual(
    [...Object.keys(TAKE_A_CODE), ...OTHER_CODES].toSorted(),
  );
});

test.for(Object.entries(TAKE_A_CODE))('P108 wrong codes at %s are the person’s', async ([operation, how]) => {
  const [method = '', path = ''] = operation.split(' ');
  const owner = await signUp(sello);
  const asked = { path, ...how, ...(await how.prepare?.(owner)) };
  const app = await turnOn(sello, owner);
  const { password, email } = owner;
  if (path === '/second-factor/confirm') {
    const [code] = app.recoveryCodes;
    expect((await owner.call('POST', '/second-factor', { password, code })).status).toBe(200);
  }
  const body = path.endsWith('/confirm')
    ? {}
    : { password, ...(path === '/login' && { email }), ...asked.body };
  const statuses = [];
  for (let i = 0; i < 12; i++)
    statuses.push((await owner.call(method, asked.path, { ...body, code: WRONG })).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  expect((await login(owner, { code: app.code() })).status).toBe(429);
});

test('P108 a stranger without the password spends none of the codes', async () => {
  const owner = await signUp(sello);
  const app = await turnOn(sello, owner);
  for (let i = 0; i < 12; i++)
    await login(owner, { password: 'a guess', code: WRONG, from: network(500 + i) });
  expect((await login(owner, { code: app.code() })).status).toBe(200);
});

test('P108 the cookie of a device ends with the password: sixty guesses of six devices are no more', async () => {
  const owner = await signUp(sello);
  const devices = [];
  for (let i = 0; i < 6; i++) devices.push(deviceCookieOf(await login(owner, { from: network(600 + i) })));
  const wanted = 'una contraseña más larga';
  const change = { current_password: owner.password, new_password: wanted };
  const changed = await owner.call('POST', '/password', change);
  let judged = 0;
  const { verify } = sello.ports.passwords;
  sello.ports.passwords.verify = async () => {
    judged += 1;
    return false;
  };
  for (const cookie of devices)
    for (let i = 0; i < 10; i++) await login(owner, { cookie, password: 'a guess', from: network(700 + i) });
  sello.ports.passwords.verify = verify;
  expect(judged).toBe(20);
  // The browser that changed the password is known from then on.
  const again = { cookie: deviceCookieOf(changed), password: wanted };
  expect((await login(owner, again)).status).toBe(200);
});

const FACTORS = {
  'an app is turned on': (owner: Person) => turnOn(sello, owner),
  'a first passkey is added': (owner: Person) => addPasskey(owner),
};

test.for(Object.entries(FACTORS))('P108 all other sessions and devices end when %s', async ([, add]) => {
  const owner = await signUp(sello);
  const other = await login(owner, { from: network(800) });
  const [session, device] = [cookieOf(other), deviceCookieOf(other)];
  expect((await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie: session } })).status).toBe(200);
  await add(owner);
  expect((await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie: session } })).status).toBe(401);
  expect((await owner.call('GET', '/me')).status).toBe(200);
  for (let i = 0; i < 20; i++) await login(owner, { password: 'a guess', from: network(810 + i) });
  expect((await login(owner, { cookie: device })).status).toBe(429);
  const { body } = await owner.call('GET', '/me/audit');
  expect(JSON.stringify(body)).toContain('session.close');
});

test('P108 the cookie of a device ends with the factor; the browser that removes it stays known', async () => {
  const owner = await signUp(sello);
  const app = await turnOn(sello, owner);
  const device = deviceCookieOf(await login(owner, { code: app.code(), from: network(850) }));
  sello.advance(60_000);
  const removal = { password: owner.password, code: app.code() };
  const removed = await owner.call('POST', '/second-factor/remove', removal);
  expect(removed.status).toBe(200);
  for (let i = 0; i < 20; i++) await login(owner, { password: 'a guess', from: network(860 + i) });
  expect((await login(owner, { cookie: device })).status).toBe(429);
  expect((await login(owner, { cookie: deviceCookieOf(removed) })).status).toBe(200);
});

test('P108 a new address needs the second factor where there is one, and one asked for before is void', async () => {
  const world = await openMailingSello();
  const on = world.sello;
  const owner = await world.signUp();
  const { password } = owner;
  await owner.call('POST', '/email', { email: 'thief@example.com', password });
  await on.ports.aside.settled();
  const token = lastToken(world.mails);
  const app = await turnOn(on, owner);
  const confirmed = await on.call('POST', `${DASHBOARD}/email/confirm`, { payload: { token } });
  expect(confirmed.body.error).toBe('invalid_token');
  const asked = { email: 'moved@example.com', password };
  expect((await owner.call('POST', '/email', asked)).body.error).toBe('second_factor_required');
  expect((await owner.call('POST', '/email', { ...asked, code: WRONG })).body.error).toBe(
    'invalid_second_factor',
  );
  expect((await owner.call('POST', '/email', { ...asked, code: app.code() })).status).toBe(202);
  await world.close();
});

test('P108 behind a proxy, spellings of an address are one network, and so is a /48 in the end', async () => {
  const proxied = await openTestSello({ SELLO_TRUSTED_PROXIES: '127.0.0.1' });
  let judged = 0;
  proxied.ports.passwords.verify = async () => {
    judged += 1;
    return false;
  };
  const guess = (from: string, email: string) =>
    proxied.call('POST', `${DASHBOARD}/login`, {
      payload: { email, password: 'a guess' },
      headers: { 'x-forwarded-for': from },
    });
  const owner = await signUp(proxied);
  for (let i = 0; i < 30; i++)
    await guess(i % 2 === 0 ? `203.0.113.7:${4000 + i}` : '::ffff:cb00:7107', owner.email);
  expect(judged).toBe(10);
  judged = 0;
  for (let i = 0; i < 1_100; i++) await guess(`2001:db8:1:${i.toString(16)}::1`, `${i}@example.com`);
  expect(judged).toBe(1_000);
  await proxied.close();
});
