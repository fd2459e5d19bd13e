import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE } from '../../../harness/world.ts';

const test = base.extend('client', FILE, ({ sello }) => sello.newAccount({ certificates: 20 }));

test('404 is the same for an unknown, malformed or foreign id, and for one of the other mode', async ({
  sello,
  client,
}) => {
  const foreign = await sello.certify((await sello.newAccount()).key);
  const ofTest = await sello.certify((await sello.newKey(client.account, { mode: 'test' })).key);
  const patch = (wanted: string) =>
    sello.call('PATCH', `${API}/certificates/${wanted}`, { key: client.key, payload: { title: 'T' } });
  const unknown = await patch(sello.ports.newId('cert'));
  expectRefusal(unknown, 404, 'not_found');
  for (const wanted of ['x', foreign.id, ofTest.id]) expect((await patch(wanted)).text).toBe(unknown.text);
});
