import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('an unknown standing is refused with the list of known ones', async ({ council }) => {
  expectRefusal(await council.call('GET', '/memberships?standing=good'), 422, 'validation_failed', /current/);
});
