import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test('the page of another account’s certificate is not found', async ({ sello }) => {
  const { call } = await signUp(sello);
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, 'not yours');
  expectRefusal(await call('GET', `/certificates/${id}/page`), 404, 'not_found');
});
