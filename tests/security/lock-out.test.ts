/** Guesses by strangers slow strangers down. They do not keep an owner out. */

import { expect, test } from 'vitest';
import { turnOn } from '../harness/authenticator.ts';
import { cookieOf, DASHBOARD, deviceCookieOf, type Person, signUp } from '../harness/dashboard-person.ts';
import { forFile } from '../harness/for-file.ts';
import { type MailingSello, openMailingSello } from '../harness/mailing-sello.ts';
import { openTestSello, type TestSello } from '../harness/test-sello.ts';

const sello = forFile(openTestSello);

type From = { from?: string; cookie?: string; code?: string; on?: TestSello };

const login = (
  { email, password }: Pick<Person, 'email' | 'password'>,
  { from, cookie, code, on }: From = {},
) =>
  (on ?? sello).call('POST', `${DASHBOARD}/login`, {
    payload: { email, password, ...(code !== undefined && { code }) },
    ...(cookie !== undefined && { headers: { cookie } }),
    ...(from !== undefined && { from }),
  });

const network = (i: number) => `10.${i >> 8}.${i & 255}.7`;

/** How many passwords were checked. Hashing itself is not tested here. */
async function judged(on: TestSello, guess: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const { verify } = on.ports.passwords;
  on.ports.passwords.verify = async () => {
    count += 1;
    return false;
  };
  await guess();
  on.ports.passwords.verify = verify;
  return count;
}

/** Guesses wrong passwords from many networks and from the owner's own; returns how many were checked. */
function attack(email: string, on = sello): Promise<number> {
  return judged(on, async () => {
    for (let i = 0; i < 25; i++) await login({ email, password: 'a guess' }, { from: network(i), on });
    for (let i = 0; i < 12; i++) await login({ email, password: 'a guess' }, { on });
  });
}

test('P43 a known device gets in, whatever others guessed, also from its own network', async () => {
  const owner = await signUp(sello);
  const device = deviceCookieOf(await login(owner));
  await attack(owner.email);
  await judged(sello, async () => {
    for (let i = 0; i < 101; i++) await login({ email: `${i}@example.com`, password: 'a guess' });
  });
  expect((await login(owner)).status).toBe(429);
  expect((await login(owner, { cookie: device })).status).toBe(200);
  expect((await login(owner, { cookie: device, from: '192.0.2.1' })).status).toBe(200);
  sello.advance(900_000);
});

test('P43 a live session gets in again, and what it asks the password for works', async () => {
  const owner = await signUp(sello);
  await attack(owner.email);
  expect((await owner.call('POST', '/second-factor', { password: owner.password })).status).toBe(200);
  const change = { current_password: owner.password, new_password: 'a fresh and long one' };
  const changed = await owner.call('POST', '/password', change);
  expect(changed.status).toBe(200);
  const again = await login({ ...owner, password: change.new_password }, { cookie: cookieOf(changed) });
  expect(again.status).toBe(200);
});

test('P43 after a reset by mail the owner gets in while the guessing goes on', async () => {
  const world: MailingSello = await openMailingSello();
  const on = world.sello;
  const { account, email } = await on.newAccount();
  const token = await world.mailedToken(email);
  await attack(email, on);
  const password = 'a fresh and long one';
  const payload = { token, new_password: password };
  const reset = await on.call('POST', `${DASHBOARD}/reset-password`, { payload });
  expect(cookieOf(reset)).not.toContain('session');
  await attack(email, on);
  expect((await login({ email, password }, { on })).status).toBe(429);
  const answer = await login({ email, password }, { on, cookie: deviceCookieOf(reset) });
  expect(answer.body.account.id).toBe(account.id);
  await world.close();
});

test('P43 guesses are limited even from many networks, and nobody waits longer than five minutes', async () => {
  const owner = await signUp(sello);
  const guess = (from: string) => login({ email: owner.email, password: 'a guess' }, { from });
  for (let round = 0; round < 3; round++) {
    const count = await judged(sello, async () => {
      for (let i = 0; i < 100; i++) await guess(network(1000 * round + i));
    });
    expect(count).toBe(20);
    const refused = await guess('198.51.100.1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(300);
    sello.advance(300_000);
  }
  expect((await login(owner, { from: '198.51.100.1' })).status).toBe(200);
});

test('P43 guesses from one network cost nobody elsewhere anything', async () => {
  const owner = await signUp(sello);
  const count = await judged(sello, async () => {
    for (let i = 0; i < 40; i++) await login({ ...owner, password: 'a guess' }, { from: '203.0.113.9' });
  });
  expect(count).toBe(10);
  expect((await login(owner, { from: '198.51.100.2' })).status).toBe(200);
});

test('P43 a device has ten guesses of its own, and its cookie opens nothing', async () => {
  const owner = await signUp(sello);
  const cookie = deviceCookieOf(await login(owner));
  expect((await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie } })).status).toBe(401);
  const count = await judged(sello, async () => {
    for (let i = 0; i < 30; i++) await login({ ...owner, password: 'a guess' }, { cookie, from: network(i) });
  });
  expect(count).toBe(10);
});

test('P43 a device of another account, a forged one or one that is too old is a stranger', async () => {
  const owner = await signUp(sello);
  const stranger = await signUp(sello);
  const own = deviceCookieOf(await login(owner));
  const foreign = deviceCookieOf(await login(stranger));
  const [name, keyId, sealed] = own.split(/[=.]/) as [string, string, string];
  await attack(owner.email);
  const flipped = `${sealed.slice(0, -3)}${sealed.at(-3) === 'A' ? 'B' : 'A'}${sealed.slice(-2)}`;
  for (const cookie of [
    foreign,
    `${name}=${keyId}.${flipped}`,
    `${name}=ffffffffffff.${sealed}`,
    `${name}=x`,
  ])
    expect((await login(owner, { cookie })).status).toBe(429);
  expect((await login(owner, { cookie: own })).status).toBe(200);
  sello.advance(181 * 86_400_000);
  await attack(owner.email);
  expect((await login(owner, { cookie: own })).status).toBe(429);
});

test('P43 a browser that several people use is known for each of them', async () => {
  const people = [await signUp(sello), await signUp(sello), await signUp(sello)];
  let cookie = '';
  for (const person of people) cookie = deviceCookieOf(await login(person, { cookie }));
  for (const person of people) {
    await attack(person.email);
    expect((await login(person, { cookie })).status).toBe(200);
    sello.advance(900_000);
  }
});

test('P43 who knows the password has ten codes in a quarter of an hour, over all networks; a known device goes on', async () => {
  const owner = await signUp(sello);
  const device = deviceCookieOf(await login(owner));
  const app = await turnOn(sello, owner);
  const statuses = [];
  for (let i = 0; i < 14; i++)
    statuses.push((await login(owner, { code: '000000', from: network(i) })).status);
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  const code = app.code();
  expect((await login(owner, { code, from: network(99) })).status).toBe(429);
  expect((await login(owner, { code, cookie: device })).status).toBe(200);
});

test('P43 a known device is mailed a reset link, whatever strangers and neighbours in its network asked for', async () => {
  const world = await openMailingSello();
  const owner = await world.signUp();
  const cookie = deviceCookieOf(await login(owner, { on: world.sello }));
  const ask = (email: string, headers: Record<string, string> = {}) =>
    world.sello.call('POST', `${DASHBOARD}/forgotten-password`, { payload: { email }, headers });
  let last = 0;
  for (let i = 0; i < 60 && last !== 429; i++) last = (await ask(`${i}@example.com`)).status;
  expect(last).toBe(429);
  expect((await ask(owner.email)).status).toBe(429);
  expect((await ask(owner.email, { cookie })).status).toBe(202);
  // The device has a limit of its own, and is known for one e-mail address only.
  for (let i = 0; i < 10; i++) last = (await ask(owner.email, { cookie })).status;
  expect(last).toBe(429);
  expect((await ask('somebody@example.com', { cookie })).status).toBe(429);
  await world.close();
});
