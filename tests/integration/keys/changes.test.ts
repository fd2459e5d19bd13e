import { beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../harness/dashboard-person.ts';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';

let other: TestSello;
let person: Person;
const sello = forFile(openTestSello);
beforeAll(async () => {
  other = await sello.another();
  person = await signUp(sello);
});

/** Calls the process that did not make the change. */
const list = (key: string) => other.call('GET', `${API}/certificates`, { key });

const change = async (id: string, payload: object) => {
  expect((await person.call('PATCH', `/keys/${id}`, payload)).status).toBe(200);
};

test('P19 P101 a revoked key is refused at the very next call in another process', async () => {
  const { id, secret } = await person.newKey();
  expect((await list(secret)).status).toBe(200);
  await person.call('DELETE', `/keys/${id}`);
  expect((await list(secret)).body.error).toBe('api_key_revoked');
});

test('P19 a changed rate takes effect at the very next call in another process, up and down', async () => {
  const { id, secret } = await person.newKey({ name: 'x', rate_per_minute: 2 });
  await list(secret);
  await list(secret);
  expect((await list(secret)).body.error).toBe('rate_limit_exceeded');
  await change(id, { rate_per_minute: 3 });
  expect((await list(secret)).headers['ratelimit-policy']).toContain('q=3;w=60');
  await change(id, { rate_per_minute: 1 });
  const refused = await list(secret);
  expect(refused.status).toBe(429);
  expect(refused.headers['ratelimit-policy']).toContain('q=1;w=60');
});

test('P19 a changed quota takes effect at the very next call in another process, up and down', async () => {
  const { id, secret } = await person.newKey({ name: 'x', monthly_quota: 1 });
  await list(secret);
  expect((await list(secret)).body.error).toBe('quota_exceeded');
  await change(id, { monthly_quota: 5 });
  expect((await list(secret)).headers.ratelimit).toContain('"month";r=3;');
  await change(id, { monthly_quota: 2 });
  expect((await list(secret)).body.error).toBe('quota_exceeded');
});

test('P19 a removed or added scope takes effect at the very next call in another process', async () => {
  const { id, secret } = await person.newKey();
  expect((await list(secret)).status).toBe(200);
  await change(id, { scopes: ['verify:read'] });
  expect((await list(secret)).body.error).toBe('insufficient_scope');
  await change(id, { scopes: ['certificates:read'] });
  expect((await list(secret)).status).toBe(200);
});

test('P19 an expiry that was set or removed takes effect at the very next call in another process', async () => {
  const { id, secret } = await person.newKey();
  expect((await list(secret)).status).toBe(200);
  await change(id, { expires_at: new Date(sello.ports.now().getTime() + 5_000).toISOString() });
  sello.advance(5_000);
  expect((await list(secret)).body.error).toBe('api_key_expired');
  await change(id, { expires_at: null });
  expect((await list(secret)).status).toBe(200);
});

test('P19 a rotated secret works and its old one ends at the very next call in another process', async () => {
  const { id, secret: old } = await person.newKey();
  expect((await list(old)).status).toBe(200);
  const { body } = await person.call('POST', `/keys/${id}/rotate`, { grace_seconds: 0 });
  expect((await list(body.key.secret)).status).toBe(200);
  expect((await list(old)).status).toBe(401);
});
