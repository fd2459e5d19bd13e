import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { BOUNDARY } from '../../../harness/multipart.ts';
import { API } from '../../../harness/test-sello.ts';
import { test } from '../../../harness/world.ts';

test('a form without its end', async ({ sello, client }) => {
  const answer = await sello.call('POST', `${API}/evidence/verify`, {
    key: client.key,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="sha256"\r\n\r\n00`),
  });
  expectRefusal(answer, 400, 'malformed_multipart');
});
