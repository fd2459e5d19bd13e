import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('a new password that is too short or too long is refused before anything is checked', async ({
  sello,
}) => {
  const { password, call } = await signUp(sello);
  for (const new_password of ['too short', 'x'.repeat(201), 7]) {
    const answer = await call('POST', '/password', { current_password: password, new_password });
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  }
});
