import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test('the page of another account’s certificate cannot be moved', async ({ sello }) => {
  const { call } = await signUp(sello);
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, 'not yours');
  expectRefusal(await call('POST', `/certificates/${id}/page/address`), 404, 'not_found');
});
