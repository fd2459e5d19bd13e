import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test } from '../../../harness/world.ts';

test('without a key, no proof is sent', async ({ sello, client }) => {
  const { id } = await sello.certify(client.key);
  expectRefusal(await sello.call('GET', `${API}/certificates/${id}/proof/nom151`), 401, 'unauthorized');
});
