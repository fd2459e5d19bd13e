import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('a reason that is too long or holds a control character revokes nothing', async ({ sello, person }) => {
  const { id, secret } = await person.newKey();
  for (const reason of ['x'.repeat(201), '%00', 'a%0Ab', 'a&reason=b']) {
    expect((await person.call('DELETE', `/keys/${id}?reason=${reason}`)).status).toBe(422);
  }
  expect((await sello.call('GET', `${API}/certificates`, { key: secret })).status).toBe(200);
});
