import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { multipart } from '../../../harness/multipart.ts';
import { evidencePart, filePart } from '../../../harness/other-provider.ts';
import { API } from '../../../harness/test-sello.ts';
import { test } from '../../../harness/world.ts';

test('a constancia of more than 4 MiB, in a form and as JSON', async ({ sello, client }) => {
  const large = new Uint8Array((4 << 20) + 1);
  const form = multipart([evidencePart(large), filePart('x')]);
  const post = (asked: object) => sello.call('POST', `${API}/evidence/adopt`, { key: client.key, ...asked });
  expectRefusal(await post(form), 413, 'file_too_large');
  const evidence_base64 = Buffer.from(new Uint8Array(5 << 20)).toString('base64');
  expectRefusal(await post({ payload: { evidence_base64, sha256: '0'.repeat(64) } }), 413, 'file_too_large');
});
