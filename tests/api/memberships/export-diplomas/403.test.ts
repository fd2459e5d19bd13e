import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('a key without `awards:read` exports and counts no diplomas', async ({ council }) => {
  const key = await council.keyWith('courses:read');
  for (const path of ['diplomas', 'diplomas/export']) {
    const refused = await council.call('GET', `/courses/crs_0000000000000000000000/${path}`, undefined, {
      key,
    });
    expect(expectRefusal(refused, 403, 'insufficient_scope')).toContain('awards:read');
  }
});
