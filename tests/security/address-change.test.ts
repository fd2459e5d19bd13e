/** Who may move an account to another mailbox, what the old mailbox can still do, and what strangers learn from it. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../server/src/database/pool.ts';
import { createAccount } from '../../server/src/people/accounts/accounts.ts';
import { askForAddress, mailedAddressToken } from '../harness/address-change.ts';
import { cookieOf, DASHBOARD, type Person } from '../harness/dashboard-person.ts';
import { type MailingSello, openMailingSello } from '../harness/mailing-sello.ts';
import type { TestSello } from '../harness/test-sello.ts';

let world: MailingSello;
let sello: TestSello;
beforeAll(async () => {
  world = await openMailingSello();
  sello = world.sello;
});
afterAll(() => world.close());

const NEW_PASSWORD = 'chosen behind some link';

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  sello.call('POST', DASHBOARD + path, { payload, headers });
const confirm = (token: string, headers = {}) => post('/email/confirm', { token }, headers);
const reset = (token: string) => post('/reset-password', { token, new_password: NEW_PASSWORD });
const addressOf = async ({ id }: Person) => (await sello.ports.people.find(id))?.email;

/** Mails to an address, without the first `after` mails. */
const mailsTo = (address: string, after: number) =>
  world.mails.slice(after).filter(({ to }) => to.includes(address));

test('a reset link that was mailed to the old address stops working after the change', async () => {
  const person = await world.signUp();
  const old = await world.mailedToken(person.email);
  const change = await mailedAddressToken(world, person, 'moved@example.com');
  expect((await confirm(change)).status).toBe(200);
  expect((await reset(old)).body.error).toBe('invalid_token');
  expect((await person.call('GET', '/me')).status).toBe(200);
});

test('a reset link that is made for the old address during the change does not work either', async () => {
  const person = await world.signUp();
  const change = await mailedAddressToken(world, person, 'moved.meanwhile@example.com');
  const { addReset } = sello.ports.passwordStore;
  // The account is looked up under its old address, then it moves, and only then the link is stored and mailed.
  sello.ports.passwordStore.addReset = async (...given) => {
    sello.ports.passwordStore.addReset = addReset;
    expect((await confirm(change)).status).toBe(200);
    await addReset(...given);
  };
  const late = await world.mailedToken(person.email);
  expect(mailsTo(person.email, 0).at(-1)?.text).toContain(late);
  expect((await reset(late)).body.error).toBe('invalid_token');
});

test('a reset that began before the change and is written after it sets no password', async () => {
  const person = await world.signUp();
  const old = await world.mailedToken(person.email);
  const change = await mailedAddressToken(world, person, 'moved.first@example.com');
  const { hash } = sello.ports.passwords;
  sello.ports.passwords.hash = async (...given) => {
    sello.ports.passwords.hash = hash;
    expect((await confirm(change)).status).toBe(200);
    return hash(...given);
  };
  expect((await reset(old)).body.error).toBe('invalid_token');
  const login = await post('/login', { email: 'moved.first@example.com', password: person.password });
  expect(login.status).toBe(200);
});

test('of a reset and a change of the same account at once, one succeeds', async () => {
  for (let round = 0; round < 4; round++) {
    const person = await world.signUp();
    const old = await world.mailedToken(person.email);
    const change = await mailedAddressToken(world, person, `race${round}@example.com`);
    const [moved, set] = await Promise.all([confirm(change), reset(old)]);
    expect([moved.status, set.status].toSorted()).toEqual([200, 422]);
  }
});

test('a running reset does not delay the change, and then fails', async () => {
  const person = await world.signUp();
  const old = await world.mailedToken(person.email);
  const change = await mailedAddressToken(world, person, 'not.waiting@example.com');
  const elsewhere = connect({ url: sello.database.url }, 1);
  await elsewhere.transaction(async (query) => {
    await query('select from password_resets where account_id = $1 for update', [person.account.id]);
    expect((await confirm(change)).status).toBe(200);
  });
  await elsewhere.close();
  expect((await reset(old)).body.error).toBe('invalid_token');
});

test('the old address is told when and from where, and what to do; a new one alone is not enough', async () => {
  const person = await world.signUp();
  const before = world.mails.length;
  const change = await mailedAddressToken(world, person, 'thief@example.com');
  await confirm(change, { 'user-agent': 'The browser of a thief' });
  await sello.ports.aside.settled();
  const [notice, ...more] = mailsTo(person.email, before);
  expect(more).toEqual([]);
  expect(notice?.headers.get('subject')).toBe('sello: Your e-mail address was changed');
  expect(notice?.text).toMatch(
    /When: \d{4}-\d\d-\d\d \d\d:\d\d UTC\nFrom: 127\.0\.0\.1\nBrowser: The browser of a thief\n/,
  );
  expect(notice?.text).toContain(
    `write to the operator of this\nservice at once, and give this id: ${person.id}`,
  );
  // A reset would go to the new address, and the reader must not learn which address that is.
  expect(notice?.text).not.toContain('forgotten-password');
  expect(notice?.text).not.toContain('thief@example.com');
});

test('the notice reaches the owner even after the limit of mails was used up', async () => {
  const person = await world.signUp();
  for (let i = 0; i < 25; i++) await person.newKey({ name: `key ${i}` });
  await sello.ports.aside.settled();
  const before = world.mails.length;
  const change = await mailedAddressToken(world, person, 'quiet.thief@example.com');
  await confirm(change);
  await sello.ports.aside.settled();
  expect(mailsTo(person.email, before).map(({ headers }) => headers.get('subject'))).toEqual([
    'sello: Your e-mail address was changed',
  ]);
});

test('an address that was never proved gets no notice', async () => {
  const person = await world.signUp();
  const unprove = 'update accounts set email_proven_at = null where id = $1';
  await sello.database.query(unprove, [person.account.id], 'unprove');
  const before = world.mails.length;
  const change = await mailedAddressToken(world, person, 'proved@example.com');
  await confirm(change);
  await sello.ports.aside.settled();
  expect(mailsTo(person.email, before)).toEqual([]);
});

test('taken, free and own addresses get one answer, before anything is looked up', async () => {
  const [person, other] = [await world.signUp(), await world.signUp()];
  const targets = [other.email, 'nobody.has.this@example.com', person.email.toUpperCase()];
  const { findByEmail, fold } = sello.ports.people;
  const held = Promise.withResolvers<void>();
  sello.ports.people.findByEmail = async (address) => {
    if (targets.includes(address)) await held.promise;
    return findByEmail(address);
  };
  let work: string[] = [];
  sello.ports.people.fold = async (address) => {
    work.push('fold');
    return fold(address);
  };
  const { claim } = sello.ports.throttle;
  sello.ports.throttle.claim = async (claims, now) => {
    work.push(`claim ${claims.map(({ ceiling }) => ceiling).join(' ')}`);
    return claim(claims, now);
  };
  const seen = [];
  for (const email of targets) {
    work = [];
    const { status, text, headers } = await person.call('POST', '/email', {
      email,
      password: person.password,
    });
    seen.push({ status, text, headers: Object.keys(headers).toSorted(), work });
  }
  held.resolve();
  await sello.ports.aside.settled();
  Object.assign(sello.ports.people, { findByEmail, fold });
  sello.ports.throttle.claim = claim;
  expect(seen[0]).toMatchObject({
    status: 202,
    text: '{"sent":true}',
    work: ['claim 10', 'fold', 'claim 20 3'],
  });
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});

test('a link works once, also for two who open it at once, and never for a later address', async () => {
  const person = await world.signUp();
  const first = await mailedAddressToken(world, person, 'once@example.com');
  const both = await Promise.all([confirm(first), confirm(first)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  const second = await mailedAddressToken(world, person, 'twice@example.com');
  expect((await confirm(second)).status).toBe(200);
  expect((await confirm(first)).body.error).toBe('invalid_token');
  expect(await addressOf(person)).toBe('twice@example.com');
});

test('confirming one pending change cancels the others, even if two are confirmed at once', async () => {
  const person = await world.signUp();
  const tokens = [];
  for (const email of ['one@example.com', 'two@example.com', 'three@example.com'])
    tokens.push(await mailedAddressToken(world, person, email));
  const answers = await Promise.all([confirm(tokens[0]!), confirm(tokens[1]!)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect((await confirm(tokens[2]!)).body.error).toBe('invalid_token');
});

test('a link moves the account that asked for it, whoever opens it; no other kind of link does', async () => {
  const [asker, opener] = [await world.signUp(), await world.signUp()];
  const token = await mailedAddressToken(world, asker, 'asked@example.com');
  expect((await reset(token)).body.error).toBe('invalid_token');
  const resetToken = await world.mailedToken(opener.email);
  expect((await confirm(resetToken, { cookie: opener.cookie })).body.error).toBe('invalid_token');
  expect((await confirm(token, { cookie: opener.cookie })).status).toBe(200);
  expect(await addressOf(asker)).toBe('asked@example.com');
  expect(await addressOf(opener)).toBe(opener.email);
});

test.for(['reset', 'changed'] as const)(
  "a thief's pending change is cancelled when the password is %s",
  async (how) => {
    const person = await world.signUp();
    const stolen = await mailedAddressToken(world, person, `thief.of.${how}@example.com`);
    if (how === 'reset') {
      expect((await reset(await world.mailedToken(person.email))).status).toBe(200);
    } else {
      const change = { current_password: person.password, new_password: NEW_PASSWORD };
      expect((await person.call('POST', '/password', change)).status).toBe(200);
    }
    expect((await confirm(stolen)).body.error).toBe('invalid_token');
    expect(await addressOf(person)).toBe(person.email);
  },
);

test('P25 the eleventh wrong password in a session is not checked, and mails nothing', async () => {
  const person = await world.signUp();
  await sello.ports.aside.settled();
  const before = world.mails.length;
  const statuses = [];
  for (let i = 0; i < 11; i++) {
    const guess = { email: 'guessed@example.com', password: `guess ${i}` };
    statuses.push((await person.call('POST', '/email', guess)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(403), 429]);
  expect((await askForAddress(world, person, 'guessed@example.com')).answer.status).toBe(429);
  expect(world.mails).toHaveLength(before);
  sello.advance(15 * 60_000);
  expect((await askForAddress(world, person, 'guessed@example.com')).answer.status).toBe(202);
});

test('failures counted for the old address do not count for the new one', async () => {
  const person = await world.signUp();
  const login = (email: string, password: string) => post('/login', { email, password });
  for (let i = 0; i < 10; i++) await login(person.email, 'a guess');
  expect((await login(person.email, person.password)).status).toBe(429);
  await confirm(await mailedAddressToken(world, person, 'fresh.start@example.com'));
  expect((await login('fresh.start@example.com', person.password)).status).toBe(200);
});

test('P42 the database decides which spellings are one address, for taking it and for counting', async () => {
  const person = await world.signUp();
  // JavaScript makes another lower-case text of this than the database does.
  const theirs = { email: 'lİli@example.com', name: 'L', certificates: 0 };
  const { person: holder } = await createAccount(sello.ports, theirs, undefined, 'operator');
  expect((await sello.ports.people.findByEmail('lili@example.com'))?.person.id).toBe(holder.id);
  const statuses = [];
  for (const email of ['lili@example.com', 'LILI@example.com', 'Lili@example.com', 'lilI@example.com']) {
    const { answer, mails } = await askForAddress(world, person, email);
    statuses.push(answer.status);
    expect(mails.filter(({ text }) => text.includes('token='))).toEqual([]);
  }
  expect(statuses).toEqual([202, 202, 202, 429]);
});

test('a session of an account that moved is never checked against the account that has its old address now', async () => {
  const person = await world.signUp();
  const { findByEmail } = sello.ports.people;
  const newcomer = await world.signUp();
  // Between the checks of session and password, the account moves, and another account takes its address.
  sello.ports.people.findByEmail = () => findByEmail(newcomer.email);
  const answer = await person.call('POST', '/deletion-request', { password: newcomer.password });
  sello.ports.people.findByEmail = findByEmail;
  expect(answer.body.error).toBe('wrong_password');
});

test('the owner of the old address can sign up with it again; the sessions of the moved account are not theirs', async () => {
  const person = await world.signUp();
  await confirm(await mailedAddressToken(world, person, 'left@example.com'));
  await post('/signup', { email: person.email, name: 'Next' });
  await sello.ports.aside.settled();
  const token = /confirm-signup#token=([\w-]+)/.exec(mailsTo(person.email, 0).at(-1)!.text)?.[1];
  const next = await post('/signup/confirm', { token, password: 'the next one here' });
  expect(next.status).toBe(201);
  expect(next.body.account.id).not.toBe(person.account.id);
  const me = await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie: cookieOf(next) } });
  expect(me.body.account.email).toBe(person.email);
});
