import { afterAll, beforeAll, test } from 'vitest';
import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test('the certificate of another account is not found, and stays as it is', async () => {
  const { call } = await signUp(sello);
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, 'not yours');
  expectRefusal(await call('DELETE', `/certificates/${id}/file`), 404, 'not_found');
});
