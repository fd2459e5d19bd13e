/** What a reset ends, which questions it asks, and which mails the owner of an account gets. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { turnOn } from '../harness/authenticator.ts';
import { cookieOf, DASHBOARD, deviceCookieOf, type Person } from '../harness/dashboard-person.ts';
import { type MailingSello, openMailingSello } from '../harness/mailing-sello.ts';
import { API, type TestSello } from '../harness/test-sello.ts';

let world: MailingSello;
let sello: TestSello;
beforeAll(async () => {
  world = await openMailingSello();
  sello = world.sello;
});
afterAll(() => world.close());

const NEW = 'proved by this very link';

const post = (path: string, payload: object, cookie?: string) =>
  sello.call('POST', DASHBOARD + path, { payload, ...(cookie && { headers: { cookie } }) });

async function newKey(cookie: string, name: string) {
  return (await post('/keys', { name }, cookie)).body.key;
}

/** The owner resets the password and logs in with the new one. */
async function reset({ email }: Person): Promise<string> {
  const token = await world.mailedToken(email);
  expect((await post('/reset-password', { token, new_password: NEW })).status).toBe(200);
  return cookieOf(await post('/login', { email, password: NEW }));
}

const review = async (cookie: string) => {
  const { body } = await sello.call('GET', `${DASHBOARD}/key-review`, { headers: { cookie } });
  return body.keys.map(({ key, in_doubt }: { key: { name: string }; in_doubt: boolean }) => [
    key.name,
    in_doubt,
  ]);
};

const isAsked = async (cookie: string) =>
  (await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie } })).body.key_review;

test('after a reset the owner is asked which keys go; those since the last proven login are suggested', async () => {
  const owner = await world.signUp();
  await newKey(owner.cookie, 'from the beginning');
  sello.advance(1_000);
  // The owner logs in from a known device, so this session counts as proven. The thief, later, has only the password.
  const known = deviceCookieOf(await post('/login', owner));
  await post('/login', { email: owner.email, password: owner.password }, known);
  sello.advance(1_000);
  const thief = cookieOf(await post('/login', { email: owner.email, password: owner.password }));
  const stolen = await newKey(thief, 'of the thief');
  expect(await isAsked(owner.cookie)).toBe(false);

  const cookie = await reset(owner);
  expect((await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie: thief } })).status).toBe(401);
  expect(await isAsked(cookie)).toBe(true);
  expect(await review(cookie)).toEqual([
    ['of the thief', true],
    ['from the beginning', false],
  ]);
  expect((await post('/key-review', { revoke: [stolen.id] }, cookie)).body).toEqual({ revoked: 1 });
  expect(await isAsked(cookie)).toBe(false);
  expect(await review(cookie)).toEqual([]);
  const used = await sello.call('GET', `${API}/certificates`, { key: stolen.secret });
  expect(used.body.error).toBe('api_key_revoked');
});

test('keys of another account are never revoked, and the review ends', async () => {
  const owner = await world.signUp();
  const other = await world.signUp();
  const foreign = await newKey(other.cookie, 'foreign');
  await newKey(owner.cookie, 'own');
  const cookie = await reset(owner);
  const answer = await post('/key-review', { revoke: [foreign.id, 'no id'] }, cookie);
  expect([answer.status, answer.body]).toEqual([200, { revoked: 0 }]);
  expect((await sello.call('GET', `${API}/certificates`, { key: foreign.secret })).status).toBe(200);
  expect(await isAsked(cookie)).toBe(false);
});

test('every change that a thief would make is mailed to the owner, after the answer', async () => {
  const owner = await world.signUp();
  const before = world.mails.length;
  const app = await turnOn(sello, owner);
  const [recovery] = app.recoveryCodes;
  const renewal = { password: owner.password, code: recovery };
  await post('/second-factor/recovery-codes', renewal, owner.cookie);
  const { id } = await newKey(owner.cookie, 'a key');
  await post(`/keys/${id}/rotate`, {}, owner.cookie);
  const code = app.code();
  const change = { current_password: owner.password, new_password: 'another correct horse' };
  await post('/login', { email: owner.email, password: owner.password, code });
  const changed = cookieOf(await post('/password', change, owner.cookie));
  expect(changed).toContain('session=');
  await sello.ports.aside.settled();
  const mails = world.mails.slice(before).filter(({ to }) => to.includes(owner.email));
  expect(mails.map(({ headers }) => headers.get('subject')).toSorted()).toEqual([
    'sello: A new API key was created',
    'sello: An API key got a new secret',
    'sello: New recovery codes were created; the old ones no longer work',
    'sello: Somebody logged in from a new device',
    'sello: Two-factor authentication was turned on',
    'sello: Your password was changed',
  ]);
  for (const { text } of mails) expect(text).toContain('https://sello.example/dashboard/forgotten-password');
});

test('a known device causes no mail, and an intruder cannot flood the owner with mails', async () => {
  const owner = await world.signUp();
  const known = deviceCookieOf(await post('/login', owner));
  await sello.ports.aside.settled();
  const count = () => world.mails.filter(({ to }) => to.includes(owner.email)).length;
  const before = count();
  await post('/login', { email: owner.email, password: owner.password }, known);
  await sello.ports.aside.settled();
  expect(count()).toBe(before);
  for (let i = 0; i < 30; i++) await newKey(owner.cookie, `key ${i}`);
  await sello.ports.aside.settled();
  expect(count() - before).toBeLessThanOrEqual(20);
});

test('an unreachable mail server delays nothing and fails nothing', async () => {
  const owner = await world.signUp();
  const mail = sello.ports.mail!;
  const { send } = mail;
  const asked = Promise.withResolvers<void>();
  const never = Promise.withResolvers<void>();
  mail.send = () => {
    asked.resolve();
    return never.promise;
  };
  expect((await post('/keys', { name: 'k' }, owner.cookie)).status).toBe(201);
  await asked.promise;
  mail.send = send;
  never.reject(new Error('away'));
  await sello.ports.aside.settled();
});
