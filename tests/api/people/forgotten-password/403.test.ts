import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('without a mail server every address, known or not, is referred to the operator', async ({ sello }) => {
  const { email } = await signUp(sello);
  const post = (address: string) =>
    sello.call('POST', `${DASHBOARD}/forgotten-password`, { payload: { email: address } });
  const answer = await post(email);
  expect([answer.status, answer.body.error]).toEqual([403, 'mail_not_configured']);
  expect(answer.body.message).toContain('sello person reset-password');
  expect((await post('nobody@example.com')).text).toBe(answer.text);
});
