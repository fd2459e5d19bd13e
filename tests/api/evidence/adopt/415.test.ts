import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test } from '../../../harness/world.ts';

test('a body that is neither a form nor JSON', async ({ sello, client }) => {
  const answer = await sello.call('POST', `${API}/evidence/adopt`, {
    key: client.key,
    payload: 'x',
    headers: { 'content-type': 'application/timestamp-reply' },
  });
  expectRefusal(answer, 415, 'unsupported_media_type');
});
