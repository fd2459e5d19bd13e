import { randomBytes } from 'node:crypto';
import { vi } from 'vitest';
import { OPERATOR } from '../../../../server/src/kernel/actor.ts';
import { makeSecret } from '../../../../server/src/keys/key.ts';
import { revokeKey, rotateKey } from '../../../../server/src/keys/manage-keys.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const test = base
  .extend('post', ({ sello }) => (authorization: string | undefined, language = 'en') => {
    const form = fileForm('secret');
    return sello.call('POST', `${API}/certificates`, {
      payload: form.payload,
      headers: {
        ...form.headers,
        'accept-language': language,
        'idempotency-key': 'refused',
        ...(authorization !== undefined && { authorization }),
      },
    });
  })
  .extend(
    'expectRefusal',
    ({ client, sello, post }) =>
      async (authorization: string | undefined, code: string, of = client): Promise<void> => {
        const before = await takeStock(sello, of);
        const { status, body, headers } = await post(authorization);
        expect(status).toBe(401);
        expect(body).toEqual({ error: code, message: expect.any(String) });
        expect(headers['www-authenticate']).toBe('Bearer');
        expect(await takeStock(sello, of)).toEqual(before);
      },
  );

test('a call without a key is refused with a hint where to get one', async ({ post, expectRefusal }) => {
  await expectRefusal(undefined, 'unauthorized');
  expect((await post(undefined)).body.message).toContain('Authorization: Bearer <API_KEY>');
  expect((await post(undefined, 'es')).body.message).toContain('No se envió una clave de API');
});

test.for([
  '',
  'Bearer',
  'Bearer ',
  'Basic c2VsbG86c2VsbG8=',
  'Bearer sello_live_',
  'Bearer sello_live_short',
  'Bearer null',
  'Token abc',
])('a malformed key is refused: "%s"', async (authorization, { expectRefusal }) => {
  await expectRefusal(authorization, 'invalid_api_key');
});

test('a key in the query, a cookie or another header is not accepted', async ({ sello, client }) => {
  const form = fileForm('x');
  const answer = await sello.call('POST', `${API}/certificates?api_key=${client.key}`, {
    payload: form.payload,
    headers: { ...form.headers, cookie: `key=${client.key}`, 'x-api-key': client.key },
  });
  expect(answer.body.error).toBe('unauthorized');
});

test('two keys, a key with trailing characters, or a key of another service are refused', async ({
  client,
  expectRefusal,
}) => {
  const other = makeSecret('notary', 'live', randomBytes);
  for (const text of [`${client.key} ${client.key}`, `${client.key},`, `${client.key}0`, other]) {
    await expectRefusal(`Bearer ${text}`, 'invalid_api_key');
  }
});

test('every one-character error in a key is refused without asking the database', async ({
  sello,
  client,
  post,
}) => {
  const admit = vi.spyOn(sello.ports.access, 'admit');
  try {
    for (let at = 0; at < client.key.length; at++) {
      const wrong = client.key[at] === 'x' ? 'y' : 'x';
      const key = client.key.slice(0, at) + wrong + client.key.slice(at + 1);
      const { status, body } = await post(`Bearer ${key}`);
      expect([status, body.error]).toEqual([401, 'invalid_api_key']);
    }
    expect(admit).not.toHaveBeenCalled();
    await post(`Bearer ${makeSecret('sello', 'live', randomBytes)}`);
    expect(admit).toHaveBeenCalledOnce();
  } finally {
    admit.mockRestore();
  }
});

test('an unknown key of the right shape is refused in the same words as a malformed one', async ({
  post,
  expectRefusal,
}) => {
  const unknown = `Bearer ${makeSecret('sello', 'live', randomBytes)}`;
  await expectRefusal(unknown, 'invalid_api_key');
  expect((await post(unknown)).body).toEqual((await post('Bearer nonsense')).body);
});

test('a revoked key is refused in every process', async ({ sello, expectRefusal }) => {
  const other = await sello.another();
  const revoked = await sello.newAccount();
  await sello.certify(revoked.key);
  await revokeKey(sello.ports, revoked.account, revoked.apiKey.id, 'leaked', OPERATOR);
  await expectRefusal(`Bearer ${revoked.key}`, 'api_key_revoked', revoked);
  const form = fileForm('x');
  const elsewhere = await other.call('POST', `${API}/certificates`, { key: revoked.key, ...form });
  expect(elsewhere.body.error).toBe('api_key_revoked');
});

test('a key works until it expires, and not a moment longer', async ({ sello, expectRefusal }) => {
  const expiresAt = new Date(sello.ports.now().getTime() + 3_600_000);
  const expiring = await sello.newAccount({ key: { expiresAt } });
  await sello.certify(expiring.key);
  sello.advance(3_600_000);
  await expectRefusal(`Bearer ${expiring.key}`, 'api_key_expired', expiring);
});

test('the old secret of a rotated key works during its grace and not after it', async ({
  sello,
  expectRefusal,
}) => {
  const rotated = await sello.newAccount();
  const { secret } = await rotateKey(
    sello.ports,
    sello.config,
    rotated.account,
    rotated.apiKey.id,
    600,
    OPERATOR,
  );
  await sello.certify(rotated.key);
  await sello.certify(secret);
  sello.advance(600_000);
  await expectRefusal(`Bearer ${rotated.key}`, 'api_key_expired', rotated);
  await sello.certify(secret);
});

test('the name of the scheme may be written in any case', async ({ client, post }) => {
  expect((await post(`bearer ${client.key}`)).status).toBe(201);
});

test.for(['nonsense', 'text/plain', undefined])(
  'a caller without a key learns nothing about the body: Content-Type %s',
  async (contentType, { sello }) => {
    const { status } = await sello.call('POST', `${API}/certificates`, {
      payload: '{',
      headers: { ...(contentType !== undefined && { 'content-type': contentType }), 'idempotency-key': 'ñ' },
    });
    expect(status).toBe(401);
  },
);
