import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('a person erases the original of a certificate, and the log names the person', async ({ sello }) => {
  const { call, newKey } = await signUp(sello);
  const { secret } = await newKey({ name: 'certifies', mode: 'test' });
  const { id } = await sello.certify(secret, 'mine to erase');
  const { status, body } = await call('DELETE', `/certificates/${id}/file`);
  expect(status).toBe(200);
  expect(body.certificate.file).toMatchObject({ stored: false, erased_at: expect.any(String) });
  const [event] = (await call('GET', '/audit')).body.events;
  expect(event).toMatchObject({ action: 'certificate.erase_file', actor: { type: 'person' }, target: id });
});
