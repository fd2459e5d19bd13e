import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test('413 for a marking of more than 10,000 rows', async ({ sello, person }) => {
  const answer = await sello.call('POST', '/api/dashboard/markings/preview', {
    headers: { cookie: person.cookie, 'content-type': 'text/csv' },
    payload: `member_number,item\n${'x,cuota\n'.repeat(10_001)}`,
  });
  expectRefusal(answer, 413, 'roster_too_large');
});
