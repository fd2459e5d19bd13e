import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedAward } from '../../../harness/documents.ts';
import { openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('who may approve awards may not issue diplomas unless the key says so', async () => {
  const { account, key } = await sello.newAccount();
  const own = await openWorld(sello, key);
  const { id } = await approvedAward(own);
  const other = await sello.newKey(account, { scopes: ['awards:read', 'awards:approve'] });
  const answer = await sello.call('POST', `${API}/awards/${id}/diploma`, { key: other.key, payload: {} });
  expect([answer.status, answer.body.error]).toEqual([403, 'insufficient_scope']);
  expect(council.key).not.toBe(key);
});
