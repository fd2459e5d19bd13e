import { turnOn } from '../../../harness/authenticator.ts';
import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('the password alone changes nothing: the request needs a session', async ({ sello }) => {
  const { email, password, call } = await signUp(sello);
  const payload = { email: 'new@example.com', password };
  const answer = await sello.call('POST', `${DASHBOARD}/email`, { payload });
  expect([answer.status, answer.body.error]).toEqual([401, 'unauthorized']);
  expect((await call('GET', '/me')).body.account.email).toBe(email);
});

test('P108 if there is a second factor, the password alone changes nothing', async ({ sello }) => {
  const person = await signUp(sello);
  const { email, password, call } = person;
  await turnOn(sello, person);
  const wanted = { email: 'new@example.com', password };
  const without = await call('POST', '/email', wanted);
  expect([without.status, without.body.error]).toEqual([401, 'second_factor_required']);
  const wrong = await call('POST', '/email', { ...wanted, code: '000000' });
  expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_second_factor']);
  expect((await call('GET', '/me')).body.account.email).toBe(email);
});
