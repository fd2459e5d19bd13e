import { afterAll, beforeAll, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

const erase = (id: string, key?: string) => sello.call('DELETE', `${API}/certificates/${id}/file`, { key });

test('without a key nothing is erased', async () => {
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key);
  expectRefusal(await erase(id), 401, 'unauthorized');
});
