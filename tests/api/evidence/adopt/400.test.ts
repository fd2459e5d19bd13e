import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test } from '../../../harness/world.ts';

test('a form without its end, and invalid JSON', async ({ sello, client }) => {
  const post = (type: string, payload: string) =>
    sello.call('POST', `${API}/evidence/adopt`, {
      key: client.key,
      payload,
      headers: { 'content-type': type },
    });
  expectRefusal(await post('multipart/form-data; boundary=x', '--x\r\n'), 400, 'malformed_multipart');
  for (const text of ['{', '[]', '"x"'])
    expectRefusal(await post('application/json', text), 400, 'malformed_json');
});
