import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('a form is refused, and makes no account', async ({ sello }) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = 'email=a%40example.com';
  const answer = await sello.call('POST', `${DASHBOARD}/signup`, { payload, headers });
  expect([answer.status, answer.body.error]).toEqual([415, 'unsupported_media_type']);
  expect(await sello.ports.accounts.list()).toEqual([]);
});
