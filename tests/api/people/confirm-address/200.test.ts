import { createAccount } from '../../../../server/src/people/accounts/accounts.ts';
import { mailedAddressToken } from '../../../harness/address-change.ts';
import { cookieOf, DASHBOARD, deviceCookieOf } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openMailingSello).extend(
  'post',
  ({ sello }) =>
    (path: string, payload: object, headers = {}) =>
      sello.call('POST', DASHBOARD + path, { payload, headers }),
);

test('the link changes the address without a session; sessions stay', async ({ world, sello, post }) => {
  const person = await world.signUp();
  const token = await mailedAddressToken(world, person, 'New@example.com');
  sello.advance(1_000);
  const before = sello.ports.now();
  const answer = await post('/email/confirm', { token });
  expect([answer.status, answer.body]).toEqual([200, { changed: true, email: 'New@example.com' }]);
  expect(cookieOf(answer)).not.toContain('session=');
  expect(deviceCookieOf(answer)).not.toBe('');
  const { account } = (await person.call('GET', '/me')).body;
  expect(account).toEqual({ ...person.account, email: 'New@example.com' });
  const stored = await sello.ports.people.find(person.id);
  expect(stored?.emailProvenAt?.getTime()).toBeGreaterThanOrEqual(before.getTime());
  expect((await post('/login', { email: person.email, password: person.password })).status).toBe(401);
  expect((await post('/login', { email: 'new@example.com', password: person.password })).status).toBe(200);
});

test('P40 the audit log names the field and the origin of the request, but neither address', async ({
  world,
  sello,
  post,
}) => {
  const person = await world.signUp();
  const token = await mailedAddressToken(world, person, 'audited@example.com');
  await post('/email/confirm', { token }, { 'user-agent': 'A browser' });
  const [entry] = await sello.ports.audit.page(person.id, 1, undefined);
  expect(entry).toMatchObject({
    action: 'person.change',
    actor: { type: 'person' },
    details: { changed: ['email'] },
    ip: '127.0.0.1',
    userAgent: 'A browser',
  });
});

test('P41 an account that never proved the address loses it, and keeps everything else', async ({
  world,
  sello,
  post,
}) => {
  const email = 'squatted@example.com';
  const hash = await sello.ports.passwords.hash('the squatter is here', {
    lane: 'known',
    holder: 'the test',
  });
  const maker = { ip: undefined, userAgent: undefined };
  const { person: squatter } = await createAccount(
    sello.ports,
    { email, name: 'S', certificates: 5 },
    hash,
    maker,
  );
  const person = await world.signUp();
  const token = await mailedAddressToken(world, person, email);
  expect((await post('/email/confirm', { token })).status).toBe(200);
  expect((await sello.ports.people.findByEmail(email))?.person.id).toBe(person.id);
  expect((await sello.ports.people.find(squatter.id))?.email).toBe(squatter.id);
});

test('P41 an unproven account proves its own address, and loses nothing by it', async ({
  world,
  sello,
  post,
}) => {
  const email = 'own@example.com';
  const password = 'from a time without mail';
  const hash = await sello.ports.passwords.hash(password, { lane: 'known', holder: 'the test' });
  const maker = { ip: undefined, userAgent: undefined };
  const { person } = await createAccount(sello.ports, { email, name: 'O', certificates: 5 }, hash, maker);
  const headers = { cookie: cookieOf(await post('/login', { email, password })) };
  expect((await post('/keys', { name: 'k', mode: 'live' }, headers)).body.error).toBe('email_unproven');
  await post('/email', { email, password }, headers);
  await sello.ports.aside.settled();
  const token = /confirm-address#token=([\w-]+)/.exec(world.mails.at(-1)!.text)?.[1];
  expect((await post('/email/confirm', { token })).status).toBe(200);
  expect((await post('/keys', { name: 'k', mode: 'live' }, headers)).status).toBe(201);
  expect((await sello.ports.people.find(person.id))?.email).toBe(email);
});
