import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('a body that is not JSON is refused, and makes no account', async ({ sello }) => {
  for (const payload of ['', '{', '{"email":}', '\ufeff{}x', "{'email':1}"]) {
    const headers = { 'content-type': 'application/json' };
    const answer = await sello.call('POST', `${DASHBOARD}/signup`, { payload, headers });
    expect([answer.status, answer.body.error]).toEqual([400, 'malformed_json']);
  }
  expect(await sello.ports.accounts.list()).toEqual([]);
});
