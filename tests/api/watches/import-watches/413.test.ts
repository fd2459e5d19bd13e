import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test('roster_too_large: more than 10,000 rows', async ({ council }) => {
  const rows = Array.from({ length: 10_001 }, () => ({ number: 'x' }));
  expectRefusal(await council.call('POST', '/watches/import', { rows }), 413, 'roster_too_large');
});
