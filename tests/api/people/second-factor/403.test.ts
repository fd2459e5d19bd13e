import { turnOn } from '../../../harness/authenticator.ts';
import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('every change requires the password', async ({ sello }) => {
  const person = await signUp(sello);
  await turnOn(sello, person);
  for (const path of ['', '/recovery-codes', '/remove']) {
    const answer = await person.call('POST', `/second-factor${path}`, { password: 'wrong' });
    expect([answer.status, answer.body.error]).toEqual([403, 'wrong_password']);
  }
  expect((await person.call('GET', '/me')).body.account.second_factor).toBe(true);
});
