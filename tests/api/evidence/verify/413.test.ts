import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { multipart } from '../../../harness/multipart.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('a part that is larger than any evidence', async ({ sello, client }) => {
  const form = multipart([{ name: 'evidence', value: Buffer.alloc((4 << 20) + 1), filename: 'large.zip' }]);
  const answer = await sello.call('POST', `${API}/evidence/verify`, { key: client.key, ...form });
  expect(expectRefusal(answer, 413, 'file_too_large')).toContain('4 MiB');
});
