import { expectNothingUsed, uploadAs } from '../../../harness/dashboard-upload.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test('an invalid upload is refused as in the public API, and costs nothing', async ({ person }) => {
  expectRefusal(await uploadAs(person, ''), 422, 'empty_file');
  const wrong = { fields: { sha256: '0'.repeat(64) } };
  expectRefusal(await uploadAs(person, 'x', wrong), 422, 'digest_mismatch');
  const long = { fields: { title: 'x'.repeat(501) } };
  expectRefusal(await uploadAs(person, 'x', long), 422, 'validation_failed');
  await expectNothingUsed(person);
});
