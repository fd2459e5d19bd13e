import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('any body that is not a form', async ({ sello, client }) => {
  const answer = await sello.call('POST', `${API}/evidence/verify`, {
    key: client.key,
    payload: { evidence: 'x' },
  });
  expect(expectRefusal(answer, 415, 'unsupported_media_type')).toContain('multipart/form-data');
});
