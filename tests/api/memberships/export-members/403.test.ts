import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('a key without `members:read` can export nothing', async ({ council }) => {
  const key = await council.keyWith('awards:read');
  const refused = await council.call('GET', '/members/export', undefined, { key });
  expect(expectRefusal(refused, 403, 'insufficient_scope')).toContain('members:read');
});
