import { signUp } from '../../../harness/dashboard-person.ts';
import { certifyAs } from '../../../harness/dashboard-upload.ts';
import { expect, test } from '../../../harness/world.ts';

test('the file of another account, and of a certificate that does not exist, is not found', async ({
  sello,
  person,
}) => {
  const made = await certifyAs(await signUp(sello), 'theirs', { mode: 'test' });
  for (const id of [made.id, 'cert_0000000000000000000000', 'x']) {
    const { status, body } = await person.call('GET', `/certificates/${id}/file?mode=test`);
    expect([id, status, body.error]).toEqual([id, 404, 'not_found']);
  }
});

test('a file that was erased is not stored', async ({ sello, person }) => {
  const made = await certifyAs(person, 'erased', { mode: 'test' });
  await sello.database.query('update certificates set file_erased_at = now() where id = $1', [made.id]);
  const { status, body } = await person.call('GET', `/certificates/${made.id}/file?mode=test`);
  expect([status, body.error]).toEqual([404, 'file_not_stored']);
});
