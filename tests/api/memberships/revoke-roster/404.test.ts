import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('an unknown roster is not found, and a reason is required', async ({ sello, council }) => {
  const post = (payload: object) =>
    sello.call('POST', `${API}/rosters/rst_0000000000000000000000/revoke`, { key: council.key, payload });
  expectRefusal(await post({ reason: 'x' }), 404, 'not_found');
  expect(expectRefusal(await post({}), 422, 'validation_failed')).toContain('reason');
});
