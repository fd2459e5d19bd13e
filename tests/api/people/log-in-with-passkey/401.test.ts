import { OPERATOR } from '../../../../server/src/kernel/actor.ts';
import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { addPasskey, logInWith, makeSoftwarePasskey } from '../../../harness/software-passkey.ts';
import { expect, test } from '../../../harness/world.ts';

test('P25 a passkey that nobody has and a wrong answer of one that exists get the same refusal', async ({
  sello,
}) => {
  const person = await signUp(sello);
  const { passkey } = await addPasskey(person);
  const wrong = await logInWith(sello, passkey, { spoilSignature: true });
  const unknown = await logInWith(sello, makeSoftwarePasskey());
  expect([wrong.status, wrong.body.error, wrong.headers['set-cookie']]).toEqual([
    401,
    'unauthorized',
    undefined,
  ]);
  expect([unknown.status, unknown.text]).toEqual([401, wrong.text]);
  await sello.ports.aside.settled();
  const [entry] = (await person.call('GET', '/me/audit')).body.events;
  expect(entry).toMatchObject({ action: 'session.open_failed', details: { wrong: 'passkey' } });
});

test('closing an account leaves its person, who logs in and has no account', async ({ sello }) => {
  const person = await signUp(sello);
  const { passkey } = await addPasskey(person);
  await sello.ports.accounts.close(person.account.id, sello.ports.now(), OPERATOR);
  const login = await logInWith(sello, passkey);
  expect([login.status, login.body]).toEqual([200, { account: null }]);
});

test('P41 whoever signed up with an address that is not theirs loses their passkey when its owner proves it', async () => {
  const world = await openMailingSello({ SELLO_BASE_URL: 'http://localhost:3000' });
  const before = await world.sello.another({ SELLO_SMTP_URL: '', SELLO_MAIL_FROM: '' });
  const squatter = await signUp(before);
  const { passkey } = await addPasskey(squatter);
  const token = await world.mailedToken(squatter.email);
  const payload = { token, new_password: 'lluvia en la azotea' };
  const reset = await world.sello.call('POST', `${DASHBOARD}/reset-password`, { payload });
  expect(reset.status).toBe(200);
  expect((await logInWith(world.sello, passkey)).status).toBe(401);
  const login = { email: squatter.email, password: 'lluvia en la azotea' };
  expect((await world.sello.call('POST', `${DASHBOARD}/login`, { payload: login })).status).toBe(200);
  await world.close();
});
