import { certifyAs } from '../../../harness/dashboard-upload.ts';
import { expect, test } from '../../../harness/world.ts';

test('the original file is sent byte for byte, with a type that no browser runs', async ({ person }) => {
  const content = '<script>window.ran = 1</script>';
  const made = await certifyAs(person, content, { mode: 'test' });
  const { status, bytes, headers } = await person.call('GET', `/certificates/${made.id}/file?mode=test`);
  expect([status, bytes.toString()]).toEqual([200, content]);
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(content.length),
    'content-disposition': expect.stringMatching(/^attachment; filename=/),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  });
});
