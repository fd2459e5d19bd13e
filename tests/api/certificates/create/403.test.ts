import { fileForm } from '../../../harness/multipart.ts';
import { takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('a key with every scope except certificates:write is refused with the scope’s name, and nothing is charged', async ({
  sello,
}) => {
  const caller = await sello.newAccount({
    key: { scopes: ['certificates:read', 'proofs:read', 'verify:read'] },
  });
  const before = await takeStock(sello, caller);
  const form = fileForm('x');
  const headers = { ...form.headers, 'idempotency-key': 'refused' };
  const english = await sello.call('POST', `${API}/certificates`, { key: caller.key, ...form, headers });
  expect(english.status).toBe(403);
  expect(english.body).toEqual({
    error: 'insufficient_scope',
    message: expect.stringContaining('`certificates:write`'),
  });
  expect(english.headers['www-authenticate']).toBe(
    'Bearer error="insufficient_scope", scope="certificates:write"',
  );
  expect(english.headers.ratelimit).toMatch(/^"minute";r=100000;/);
  const spanish = await sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    payload: form.payload,
    headers: { ...headers, 'accept-language': 'es' },
  });
  expect(spanish.body.message).toContain('le falta el permiso `certificates:write`');
  expect(await takeStock(sello, caller)).toEqual(before);
});

test('certificates:write alone is enough', async ({ sello }) => {
  const { key } = await sello.newAccount({ key: { scopes: ['certificates:write'] } });
  await sello.certify(key);
});

test('a caller without the scope learns nothing about the body', async ({ sello }) => {
  const { key } = await sello.newAccount({ key: { scopes: ['verify:read'] } });
  const answer = await sello.call('POST', `${API}/certificates`, {
    key,
    headers: { 'content-type': 'text/plain', 'idempotency-key': 'not valid' },
    payload: 'x',
  });
  expect(answer.status).toBe(403);
});
