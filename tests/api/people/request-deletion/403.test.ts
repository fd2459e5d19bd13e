import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('a wrong password requests nothing', async ({ sello }) => {
  const { account, call } = await signUp(sello);
  const answer = await call('POST', '/deletion-request', { password: 'wrong' });
  expect([answer.status, answer.body.error]).toEqual([403, 'wrong_password']);
  expect((await call('GET', '/me')).body.account).toEqual(account);
});
