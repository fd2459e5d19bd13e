import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('a key without `awards:read` can export nothing', async ({ council }) => {
  const key = await council.keyWith('members:read');
  const refused = await council.call('GET', '/awards/export', undefined, { key });
  expect(expectRefusal(refused, 403, 'insufficient_scope')).toContain('awards:read');
});
