import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test('without a session nothing is returned', async ({ sello }) => {
  expectRefusal(await sello.call('GET', `${DASHBOARD}/me/export`), 401, 'unauthorized');
});
