import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test('a body without rows and a wrong flag are refused as a whole', async ({ council }) => {
  for (const body of [{}, { rows: [] }, { rows: [{}], dry_run: 'yes' }])
    expectRefusal(await council.call('POST', '/watches/import', body), 422, 'validation_failed');
});
