import { expectNothingUsed } from '../../../harness/dashboard-upload.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test('another type of body is refused as in the public API, and costs nothing', async ({ person }) => {
  const text = { 'content-type': 'text/plain' };
  const plain = await person.call('POST', '/certificates', Buffer.from('x'), text);
  expectRefusal(plain, 415, 'unsupported_media_type');
  await expectNothingUsed(person);
});
