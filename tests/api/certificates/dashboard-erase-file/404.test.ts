import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test('the certificate of another account is not found, and stays as it is', async ({ sello }) => {
  const { call } = await signUp(sello);
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, 'not yours');
  expectRefusal(await call('DELETE', `/certificates/${id}/file`), 404, 'not_found');
});
