import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test } from '../../../harness/world.ts';

test('a key without proofs:read gets no proof', async ({ sello, client }) => {
  const { id } = await sello.certify(client.key);
  const { key } = await sello.newKey(client.account, { scopes: ['certificates:read'] });
  const answer = await sello.call('GET', `${API}/certificates/${id}/proof/nom151`, { key });
  expectRefusal(answer, 403, 'insufficient_scope');
});
