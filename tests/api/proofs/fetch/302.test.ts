import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestAccount, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let caller: TestAccount;
beforeAll(async () => {
  sello = await shareSello();
  caller = await sello.newAccount();
});
afterAll(() => sello.close());

test('file raw: a redirect to the signed address, which needs no key', async () => {
  const bytes = Buffer.from([0, 1, 2, 255]);
  const { id } = await sello.certify(caller.key, bytes);
  const { status, headers, text } = await sello.call(
    'GET',
    `${API}/certificates/${id}/proof?type=file&format=raw`,
    {
      key: caller.key,
    },
  );
  expect([status, text]).toEqual([302, '']);
  expect(headers.location).toMatch(new RegExp(`^http://localhost:3000/files/${id}\\?account=acct_`));
  const file = await sello.call('GET', String(headers.location));
  expect(file.status).toBe(200);
  expect(file.bytes).toEqual(bytes);
});
