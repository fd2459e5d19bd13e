import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, FILE } from '../../../harness/world.ts';

const test = base.extend('client', FILE, ({ sello }) => sello.newAccount({ certificates: 20 }));

test('a key that may only read changes nothing, and neither does a request without one', async ({
  sello,
  client,
}) => {
  const { key } = await sello.newKey(client.account, { scopes: ['certificates:read'] });
  const patch = (headers: object) =>
    sello.call('PATCH', `${API}/certificates/${sello.ports.newId('cert')}`, {
      ...headers,
      payload: { title: 'T' },
    });
  expectRefusal(await patch({ key }), 403, 'insufficient_scope');
  expectRefusal(await patch({}), 401, 'unauthorized');
});
