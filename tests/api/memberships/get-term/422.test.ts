import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('a day with a time, or a day that does not exist, is refused', async ({ council }) => {
  const { id, current_term } = await council.membership();
  for (const path of [`/terms/${current_term.id}`, `/memberships/${id}/terms`]) {
    for (const on of ['2026-02-30', '2026-01-01T00:00', 'yesterday!']) {
      expectRefusal(await council.call('GET', `${path}?on=${on}`), 422, 'validation_failed', /on/);
    }
  }
});
