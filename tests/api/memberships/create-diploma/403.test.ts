import { approvedAward } from '../../../harness/documents.ts';
import { openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('a key that may approve awards cannot issue diplomas without the scope for it', async ({
  sello,
  council,
}) => {
  const { account, key } = await sello.newAccount();
  const own = await openProgramCouncil(sello, key);
  const { id } = await approvedAward(own);
  const other = await sello.newKey(account, { scopes: ['awards:read', 'awards:approve'] });
  const answer = await sello.call('POST', `${API}/awards/${id}/diploma`, { key: other.key, payload: {} });
  expect([answer.status, answer.body.error]).toEqual([403, 'insufficient_scope']);
  expect(council.key).not.toBe(key);
});
