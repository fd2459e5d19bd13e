import { createAccount } from '../../../../server/src/people/accounts/accounts.ts';
import { cookieOf, DASHBOARD } from '../../../harness/dashboard-person.ts';
import { lastToken, openMailingSello } from '../../../harness/mailing-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openMailingSello)
  .extend(
    'post',
    ({ sello }) =>
      (path: string, payload: object) =>
        sello.call('POST', DASHBOARD + path, { payload }),
  )
  .extend('mailed', ({ post, sello, world }) => async (email: string): Promise<string> => {
    expect((await post('/signup', { email, name: 'Ana', language: 'es' })).status).toBe(202);
    await sello.ports.aside.settled();
    return lastToken(world.mails);
  });

test('the link makes the account with the password chosen on its page, and logs in', async ({
  sello,
  post,
  mailed,
}) => {
  const token = await mailed('ana@example.com');
  const answer = await post('/signup/confirm', { token, password: 'chosen behind the link' });
  expect(answer.status).toBe(201);
  expect(answer.body.account).toMatchObject({ email: 'ana@example.com', name: 'Ana', certificates_left: 5 });
  const headers = { cookie: cookieOf(answer) };
  expect((await sello.call('GET', `${DASHBOARD}/me`, { headers })).status).toBe(200);
  const payload = { name: 'first', mode: 'live' };
  expect((await sello.call('POST', `${DASHBOARD}/keys`, { headers, payload })).status).toBe(201);
});

test('a password sent with the sign-up is not used: the person who proves the address chooses one', async ({
  world,
  sello,
  post,
}) => {
  const email = 'victim@example.com';
  await post('/signup', { email, name: 'Thief', password: 'the password of the thief' });
  await sello.ports.aside.settled();
  const token = lastToken(world.mails);
  await post('/signup/confirm', { token, password: 'the password of the owner' });
  expect((await post('/login', { email, password: 'the password of the thief' })).status).toBe(401);
  expect((await post('/login', { email, password: 'the password of the owner' })).status).toBe(200);
});

test('P41 an account that never proved the address loses it to the person who proves it', async ({
  world,
  sello,
  post,
  mailed,
}) => {
  const email = 'Squatted@example.com';
  const { account: taken, person: squatter } = await createAccount(
    sello.ports,
    { email, name: 'Squatter', certificates: 5 },
    await sello.ports.passwords.hash('the squatter is here', { lane: 'known', holder: 'the test' }),
    { ip: undefined, userAgent: undefined },
  );
  const squatting = await post('/login', { email, password: 'the squatter is here' });
  expect(squatting.status).toBe(200);
  const token = await mailed('squatted@example.com');
  expect(world.mails.at(-1)!.text).toContain('Una cuenta que nunca confirmó este correo ya lo usa');
  const owner = await post('/signup/confirm', { token, password: 'the owner is here now' });
  expect(owner.status).toBe(201);
  expect(owner.body.account.id).not.toBe(taken.id);
  const headers = { cookie: cookieOf(squatting) };
  expect((await sello.call('GET', `${DASHBOARD}/me`, { headers })).status).toBe(401);
  expect((await post('/login', { email, password: 'the squatter is here' })).status).toBe(401);
  const [last] = await sello.ports.audit.page(squatter.id, 1, undefined);
  expect(last?.action).toBe('account.address_lost');
});
