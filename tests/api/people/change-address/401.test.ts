import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('the password alone changes nothing: the request needs a session', async ({ sello }) => {
  const { email, password, call } = await signUp(sello);
  const payload = { email: 'new@example.com', password };
  const answer = await sello.call('POST', `${DASHBOARD}/email`, { payload });
  expect([answer.status, answer.body.error]).toEqual([401, 'unauthorized']);
  expect((await call('GET', '/me')).body.account.email).toBe(email);
});
