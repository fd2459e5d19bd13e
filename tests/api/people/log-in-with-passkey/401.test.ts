import { OPERATOR } from '../../../../server/src/kernel/actor.ts';
import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { addPasskey, logInWith, makeSoftwarePasskey } from '../../../harness/software-passkey.ts';
import { expect, test } from '../../../harness/world.ts';

test('P25 an unknown passkey and a wrong answer of a known one get the same refusal', async ({ sello }) => {
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

test('after an account is closed, its person can still log in and has no account', async ({ sello }) => {
  const person = await signUp(sello);
  const { passkey } = await addPasskey(person);
  await sello.ports.accounts.close(person.account.id, sello.ports.now(), OPERATOR);
  const login = await logInWith(sello, passkey);
  expect([login.status, login.body]).toEqual([200, { account: null }]);
});

test('P41 somebody who signed up with another person’s address loses their passkey when that person proves it', async () => {
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
