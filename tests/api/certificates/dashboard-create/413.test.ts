import { expectNothingUsed, uploadAs } from '../../../harness/dashboard-upload.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test('a file over the limit is refused as in the public API, and costs nothing', async ({ person }) => {
  expectRefusal(await uploadAs(person, Buffer.alloc(52_428_801)), 413, 'file_too_large');
  await expectNothingUsed(person);
});
