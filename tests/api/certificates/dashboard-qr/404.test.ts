import { signUp } from '../../../harness/dashboard-person.ts';
import { certifyAs } from '../../../harness/dashboard-upload.ts';
import { expect, test } from '../../../harness/world.ts';

test('the QR code of another account’s certificate, and of none, is not found', async ({ sello, person }) => {
  const made = await certifyAs(await signUp(sello), 'theirs', { mode: 'test' });
  for (const id of [made.id, 'cert_0000000000000000000000', 'x']) {
    const { status, body } = await person.call('GET', `/certificates/${id}/qr?mode=test`);
    expect([id, status, body.error]).toEqual([id, 404, 'not_found']);
  }
});
