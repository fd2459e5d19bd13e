import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('each field can be changed alone and the rest stays', async ({ sello, person }) => {
  const { secret, ...before } = await person.newKey();
  let expected = before;
  for (const change of [
    { name: 'renamed' },
    { scopes: ['proofs:read'] },
    { rate_per_minute: 1 },
    { monthly_quota: 5 },
    { expires_at: '2999-01-01T00:00:00.000Z' },
    { expires_at: null },
    { name: 'all', scopes: ['verify:read'], rate_per_minute: 9, monthly_quota: 99 },
    {},
  ]) {
    const { status, body } = await person.call('PATCH', `/keys/${before.id}`, change);
    expected = { ...expected, ...change };
    expect([status, body]).toEqual([200, { key: expected }]);
  }
  expect((await person.call('GET', '/keys')).body.keys).toContainEqual(expected);
  expect((await sello.call('GET', `${API}/verify/${'0'.repeat(64)}`, { key: secret })).status).toBe(200);
});

test('a later expiry revives an expired key; the secret is never shown', async ({ sello, person }) => {
  const expires_at = new Date(sello.ports.now().getTime() + 1_000).toISOString();
  const { id, secret } = await person.newKey({ name: 'x', expires_at });
  sello.advance(1_000);
  const list = () => sello.call('GET', `${API}/certificates`, { key: secret });
  expect((await list()).body.error).toBe('api_key_expired');
  const { text } = await person.call('PATCH', `/keys/${id}`, { expires_at: null });
  expect(text).not.toContain(secret);
  expect((await list()).status).toBe(200);
});

test('fields that an owner may not change stay unchanged', async ({ person }) => {
  const { secret, ...before } = await person.newKey();
  const wanted = {
    id: 'key_x',
    mode: 'test',
    created_at: '2000-01-01T00:00:00Z',
    revoked_at: 'now',
    hint: 'x',
  };
  expect((await person.call('PATCH', `/keys/${before.id}`, wanted)).body).toEqual({ key: before });
});

test('changing a revoked key does not revive it', async ({ sello, person }) => {
  const { id, secret } = await person.newKey();
  await person.call('DELETE', `/keys/${id}`);
  const { body } = await person.call('PATCH', `/keys/${id}`, { rate_per_minute: 100, expires_at: null });
  expect(body.key.status).toBe('revoked');
  expect((await sello.call('GET', `${API}/certificates`, { key: secret })).body.error).toBe(
    'api_key_revoked',
  );
});
