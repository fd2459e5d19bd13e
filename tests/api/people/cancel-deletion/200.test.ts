import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('a request to delete the account can be withdrawn; without one nothing changes', async ({ sello }) => {
  const { call, password } = await signUp(sello);
  const asked = await call('POST', '/deletion-request', { password });
  expect(asked.body.account.deletion_requested_at).toEqual(expect.any(String));
  for (let i = 0; i < 2; i += 1) {
    const { status, body } = await call('POST', '/deletion-request/cancel');
    expect([status, body.account.deletion_requested_at]).toEqual([200, null]);
  }
  const actions = (await call('GET', '/audit')).body.events.map(({ action }: { action: string }) => action);
  expect(actions.slice(0, 2)).toEqual(['deletion.cancel', 'deletion.request']);
});
