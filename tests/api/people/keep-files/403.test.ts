import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('a stolen session without the password cannot have files erased', async ({ sello }) => {
  const { call } = await signUp(sello);
  const answer = await call('PUT', '/retention', { password: 'not the password', keep_files_days: 1 });
  expectRefusal(answer, 403, 'wrong_password');
  expect((await call('GET', '/me')).body.account.keep_files_days).toBeNull();
});
