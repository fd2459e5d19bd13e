import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test('roster_too_large: more than 10,000 rows, as JSON and as a table', async ({ council }) => {
  const rows = Array.from({ length: 10_001 }, () => ({ member_number: 'x' }));
  expectRefusal(await council.call('POST', '/markings', { rows }), 413, 'roster_too_large');
  const table = await council.call('POST', '/markings', undefined, {
    headers: { 'content-type': 'text/csv' },
    payload: `member_number\n${'x\n'.repeat(10_001)}`,
  });
  expectRefusal(table, 413, 'roster_too_large');
});
