import { openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('it also needs the scope to read members, and certifying it needs the scope to make certificates', async ({
  sello,
  council,
}) => {
  const { account, key } = await sello.newAccount();
  const own = await openProgramCouncil(sello, key);
  const id = await own.enrol();
  const url = `${API}/members/${id}/transcript`;
  const reader = (await sello.newKey(account, { scopes: ['awards:read'] })).key;
  expect((await sello.call('GET', url, { key: reader })).status).toBe(403);
  const both = (await sello.newKey(account, { scopes: ['awards:read', 'members:read'] })).key;
  expect((await sello.call('GET', url, { key: both })).status).toBe(200);
  const answer = await sello.call('POST', url, { key: both, payload: {} });
  expect([answer.status, answer.body.error]).toEqual([403, 'insufficient_scope']);
  expect(council.key).not.toBe(key);
});
