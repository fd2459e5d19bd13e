/** `stamp: shared` on one call: 201 once the stamp of its window is verified and stored. */

import { fileForm } from '../../../harness/multipart.ts';
import { SHORT_WINDOW } from '../../../harness/shared-calls.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, withSettings } from '../../../harness/world.ts';

const test = withSettings(SHORT_WINDOW);

test('a file and a fingerprint that come together share a stamp, in live and in test mode', async ({
  sello,
}) => {
  const { account, key } = await sello.newAccount({ certificates: 2 });
  const { key: testKey } = await sello.newKey(account, { mode: 'test' });
  for (const one of [key, testKey]) {
    const answers = await Promise.all([
      sello.call('POST', `${API}/certificates`, { key: one, ...fileForm('x', { stamp: 'shared' }) }),
      sello.call('POST', `${API}/certificates`, {
        key: one,
        payload: { sha256: 'ab'.repeat(32), file_name: 'a.pdf', stamp: 'shared' },
      }),
    ]);
    for (const { status, headers, body } of answers) {
      expect(status).toBe(201);
      expect(headers.location).toMatch(new RegExp(`${body.certificate.id}$`));
      expect(body.certificate).toMatchObject({
        status: 'stamped',
        livemode: one === key,
        nom151: { shared: true, tree_size: 2 },
      });
    }
  }
  expect(await sello.certificatesLeft(account)).toBe(0);
});

test.for(['own', ''])('"%s" is a stamp of its own, without a wait', async (stamp, { sello, key }) => {
  const { body } = await sello.call('POST', `${API}/certificates`, { key, ...fileForm('x', { stamp }) });
  expect(body.certificate.nom151).toMatchObject({ shared: false, tree_size: null });
});
