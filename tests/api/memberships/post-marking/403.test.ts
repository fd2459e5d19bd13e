import { expectRefusal } from '../../../harness/memberships.ts';
import { API } from '../../../harness/test-sello.ts';
import { test } from '../../../harness/world.ts';

test('a key that may only read memberships marks nothing', async ({ council, sello }) => {
  const key = await council.keyWith('memberships:read');
  const payload = { rows: [{ member_number: '1', item: 'cuota' }] };
  const answer = await sello.call('POST', `${API}/markings`, { key, payload });
  expectRefusal(answer, 403, 'insufficient_scope', /memberships:write/);
});
