import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE } from '../../../harness/world.ts';

const test = base
  .extend('client', FILE, ({ sello }) => sello.newAccount({ certificates: 20 }))
  .extend(
    'patch',
    ({ sello, client }) =>
      (id: string, payload: object) =>
        sello.call('PATCH', `${API}/certificates/${id}`, { key: client.key, payload }),
  )
  .extend(
    'get',
    ({ sello, client }) =>
      (path: string) =>
        sello.call('GET', `${API}${path}`, { key: client.key }),
  );

test('named fields change, null clears, metadata is merged, and the rest of the record stays', async ({
  sello,
  client,
  patch,
  get,
}) => {
  const made = await sello.certify(client.key, 'x', {
    description: 'first',
    document_type: 'draft',
    external_id: 'a-1',
    metadata: '{"order":"1","kept":"yes"}',
  });
  sello.advance(1_000);
  const change = { title: 'Firmado', description: null, metadata: { order: '2', more: 'n' } };
  const { status, body } = await patch(made.id, change);
  expect(status).toBe(200);
  const { updated_at, ...rest } = made;
  expect(body.certificate).toMatchObject({
    ...rest,
    title: 'Firmado',
    description: null,
    metadata: { order: '2', kept: 'yes', more: 'n' },
  });
  expect(new Date(body.certificate.updated_at).getTime()).toBeGreaterThan(new Date(updated_at).getTime());
  const cleared = await patch(made.id, { document_type: null, external_id: null, metadata: { order: null } });
  expect(cleared.body.certificate).toMatchObject({
    document_type: null,
    external_id: null,
    metadata: { kept: 'yes', more: 'n' },
  });
  expect((await get(`/certificates/${made.id}`)).body.certificate).toEqual(cleared.body.certificate);
});

test('tags are replaced as a whole, without duplicates and in order', async ({ sello, client, patch }) => {
  const { id } = await sello.certify(client.key, 'tagged');
  const { body } = await patch(id, { tags: ['urgente', ' civil ', 'urgente'] });
  expect(body.certificate.tags).toEqual(['civil', 'urgente']);
  expect((await patch(id, { title: 'Otro' })).body.certificate.tags).toEqual(['civil', 'urgente']);
  expect((await patch(id, { tags: [] })).body.certificate.tags).toEqual([]);
});

test('lists find it by its new title and type, and no longer by the old ones', async ({
  sello,
  client,
  patch,
  get,
}) => {
  const made = await sello.certify(client.key, 'y', { title: 'Viejo', document_type: 'uno' });
  await patch(made.id, { title: 'Nuevo', document_type: 'dos' });
  const found = async (query: string) =>
    (await get(`/certificates?${query}`)).body.certificates.map(({ id }: { id: string }) => id);
  expect(await found('q=nuevo')).toEqual([made.id]);
  expect(await found('q=viejo')).toEqual([]);
  expect(await found('document_type=dos')).toEqual([made.id]);
  expect(await found('document_type=uno')).toEqual([]);
});

test('P40 the audit log keeps both values and names the key; a change without effect makes no entry', async ({
  sello,
  client,
  patch,
}) => {
  const made = await sello.certify(client.key, 'z', { title: 'A' });
  const first = await patch(made.id, { title: 'B' });
  sello.advance(1_000);
  const again = await patch(made.id, { title: 'B' });
  expect(again.body).toEqual(first.body);
  const rows = await sello.database.query(
    'select actor_type, actor_id, details from audit_events where account_id = $1 and target = $2',
    [client.account.id, made.id],
  );
  expect(rows).toEqual([
    {
      actor_type: 'key',
      actor_id: client.apiKey.id,
      details: { changes: { title: { from: 'A', to: 'B' } }, mode: 'live' },
    },
  ]);
});

test('evidence does not change: the token and the bundle stay the same for the file', async ({
  sello,
  client,
  patch,
  get,
}) => {
  const made = await sello.certify(client.key, 'evidence');
  const before = await get(`/certificates/${made.id}/proof?type=nom151`);
  await patch(made.id, { title: 'Otro' });
  expect((await get(`/certificates/${made.id}/proof?type=nom151`)).body).toEqual(before.body);
});

test('an id that is given up can be taken by another certificate', async ({ sello, client, patch }) => {
  const [one, two] = [await sello.certify(client.key, '1'), await sello.certify(client.key, '2')];
  expect((await patch(one.id, { external_id: 'moves' })).status).toBe(200);
  expect((await patch(one.id, { external_id: null })).status).toBe(200);
  expect((await patch(two.id, { external_id: 'moves' })).body.certificate.external_id).toBe('moves');
});
