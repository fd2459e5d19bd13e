import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

const NEW = 'another correct horse';

test('a wrong current password changes nothing, ends no session and sets no cookie', async ({ sello }) => {
  const { password, call } = await signUp(sello);
  const answer = await call('POST', '/password', { current_password: `${password}x`, new_password: NEW });
  expect([answer.status, answer.body.error]).toEqual([403, 'wrong_password']);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await call('GET', '/me')).status).toBe(200);
  expect((await call('POST', '/password', { current_password: password, new_password: NEW })).status).toBe(
    200,
  );
});
