import { afterAll, beforeAll, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestAccount, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let caller: TestAccount;
beforeAll(async () => {
  sello = await shareSello();
  caller = await sello.newAccount({ certificates: 20 });
});
afterAll(() => sello.close());

test('a key that may only read changes nothing, and neither does a request without one', async () => {
  const { key } = await sello.newKey(caller.account, { scopes: ['certificates:read'] });
  const patch = (headers: object) =>
    sello.call('PATCH', `${API}/certificates/${sello.ports.newId('cert')}`, {
      ...headers,
      payload: { title: 'T' },
    });
  expectRefusal(await patch({ key }), 403, 'insufficient_scope');
  expectRefusal(await patch({}), 401, 'unauthorized');
});
