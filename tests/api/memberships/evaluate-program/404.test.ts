import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('a version that never existed is not found', async ({ council }) => {
  const { id } = await council.program();
  const trial = { membership: { starts_on: '2026-01-01' }, awards: [], term: 1, version: 2 };
  expectRefusal(
    await council.call('POST', `/programs/${id}/evaluate`, trial),
    404,
    'not_found',
    /`version` 2/,
  );
});
