import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('requesting deletion needs the password, is shown, and can be withdrawn', async ({ sello }) => {
  const { account, password, call } = await signUp(sello);
  const { status, body } = await call('POST', '/deletion-request', { password });
  expect(status).toBe(200);
  expect(body.account).toEqual({ ...account, deletion_requested_at: expect.any(String) });
  sello.advance(60_000);
  // The time of the first request stays.
  expect((await call('POST', '/deletion-request', { password })).body).toEqual(body);
  expect((await call('GET', '/me')).body.account).toEqual(body.account);
  expect((await call('POST', '/deletion-request/cancel', {})).body).toEqual({ account });
  expect((await call('POST', '/deletion-request/cancel')).body).toEqual({ account });
});
