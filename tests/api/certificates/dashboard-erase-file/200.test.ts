import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../harness/dashboard-person.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test('a person erases the original of a certificate, and the log names the person', async () => {
  const { call, newKey } = await signUp(sello);
  const { secret } = await newKey({ name: 'certifies', mode: 'test' });
  const { id } = await sello.certify(secret, 'mine to erase');
  const { status, body } = await call('DELETE', `/certificates/${id}/file`);
  expect(status).toBe(200);
  expect(body.certificate.file).toMatchObject({ stored: false, erased_at: expect.any(String) });
  const [event] = (await call('GET', '/audit')).body.events;
  expect(event).toMatchObject({ action: 'certificate.erase_file', actor: { type: 'person' }, target: id });
});
