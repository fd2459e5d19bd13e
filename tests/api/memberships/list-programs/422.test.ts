import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('an unknown status or parameter is refused by name', async ({ council }) => {
  expectRefusal(
    await council.call('GET', '/programs?status=open'),
    422,
    'validation_failed',
    /`status`.*`draft`/,
  );
  expectRefusal(await council.call('GET', '/programs?state=draft'), 422, 'validation_failed', /`state`/);
});
