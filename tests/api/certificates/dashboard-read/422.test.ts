import { certifyAs } from '../../../harness/dashboard-upload.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { test } from '../../../harness/world.ts';

test('unknown modes, types, formats and pages are refused', async ({ person }) => {
  const { id } = await certifyAs(person, 'x', { mode: 'test' });
  for (const path of [
    '/certificates?mode=both',
    '/certificates?limit=101',
    '/certificates?limit=ten',
    '/certificates?status=lost',
    `/certificates/${id}?mode=`,
    `/certificates/${id}/proof`,
    `/certificates/${id}/proof?type=chain`,
    `/certificates/${id}/qr?format=gif`,
    `/certificates/${id}/qr?download=yes`,
  ]) {
    expectRefusal(await person.call('GET', path), 422, 'validation_failed');
  }
  expectRefusal(await person.call('GET', '/certificates?sha256=abc'), 422, 'invalid_hash');
  const form = fileForm('x');
  const answer = await person.call('POST', '/certificates?mode=both', form.payload, form.headers);
  expectRefusal(answer, 422, 'validation_failed');
});
