import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('a revoked key stops at once and stays in the list with time and reason', async ({ sello, person }) => {
  const { id, secret } = await person.newKey();
  expect((await sello.call('GET', `${API}/certificates`, { key: secret })).status).toBe(200);
  const { status, body } = await person.call('DELETE', `/keys/${id}?reason=perdida%20en%20el%20metro`);
  expect(status).toBe(200);
  expect(body.key).toMatchObject({ id, status: 'revoked', revoked_reason: 'perdida en el metro' });
  expect((await sello.call('GET', `${API}/certificates`, { key: secret })).body.error).toBe(
    'api_key_revoked',
  );
  expect((await person.call('GET', '/keys')).body.keys).toContainEqual(body.key);
});

test('revoking again changes nothing: the first time and reason stay', async ({ sello, person }) => {
  const { id } = await person.newKey();
  const first = await person.call('DELETE', `/keys/${id}?reason=first`);
  sello.advance(60_000);
  const second = await person.call('DELETE', `/keys/${id}?reason=second`);
  expect([second.status, second.body]).toEqual([200, first.body]);
});

test('certificates of a revoked key stay with the account', async ({ sello, person }) => {
  const { id, secret } = await person.newKey();
  const made = await sello.certify(secret);
  await person.call('DELETE', `/keys/${id}`);
  const { secret: other } = await person.newKey();
  expect(
    (await sello.call('GET', `${API}/certificates/${made.id}`, { key: other })).body.certificate,
  ).toEqual(made);
});

test('the reason may be sent in the body, under the same rules', async ({ person }) => {
  const { id } = await person.newKey();
  for (const reason of ['x'.repeat(201), 'a\nb', 7]) {
    expect((await person.call('DELETE', `/keys/${id}`, { reason })).status).toBe(422);
  }
  const { status, body } = await person.call('DELETE', `/keys/${id}`, { reason: 'robada' });
  expect([status, body.key.revoked_reason]).toEqual([200, 'robada']);
  const { id: other } = await person.newKey();
  expect((await person.call('DELETE', `/keys/${other}`, {})).body.key.revoked_reason).toBeNull();
});
