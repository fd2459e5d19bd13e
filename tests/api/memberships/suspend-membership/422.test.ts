import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('a day after today is refused', async ({ council }) => {
  const { id } = await council.membership();
  for (const verb of ['suspend', 'end']) {
    const answer = await council.call('POST', `/memberships/${id}/${verb}`, { on: council.today(1) });
    expectRefusal(answer, 422, 'validation_failed', /`on`/);
  }
  const long = await council.call('POST', `/memberships/${id}/end`, { reason: 'x'.repeat(2001) });
  expectRefusal(long, 422, 'validation_failed', /reason/);
});
