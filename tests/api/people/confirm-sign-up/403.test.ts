import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { expect, withSettings } from '../../../harness/world.ts';

const test = withSettings({ SELLO_SIGNUP: 'closed' });

test('a link of a sign-up makes no account once sign-up was closed', async ({ sello }) => {
  const payload = { token: 'x'.repeat(43), password: 'chosen behind the link' };
  const answer = await sello.call('POST', `${DASHBOARD}/signup/confirm`, { payload });
  expect([answer.status, answer.body.error]).toEqual([403, 'signup_closed']);
  expect(await sello.ports.accounts.list()).toEqual([]);
});
