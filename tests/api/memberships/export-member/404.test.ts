import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test } from '../../../harness/world.ts';

test('members of other accounts or the other mode, and malformed ids, are not found', async ({
  sello,
  council,
}) => {
  const { id } = await council.member();
  const { key } = await sello.newAccount();
  expectRefusal(await sello.call('GET', `${API}/members/${id}/export`, { key }), 404, 'not_found');
  const call = { key: await council.testKey() };
  expectRefusal(await council.call('GET', `/members/${id}/export`, undefined, call), 404, 'not_found');
  expectRefusal(await council.call('GET', '/members/mem_x/export'), 404, 'not_found');
});
