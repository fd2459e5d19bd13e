/** Checks common to all refusals, and tests of the refusals that all operations share. */

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATOR } from '../../server/src/kernel/actor.ts';
import { makeSecret } from '../../server/src/keys/key.ts';
import { revokeKey } from '../../server/src/keys/manage-keys.ts';
import { SCOPES, type Scope } from '../../server/src/operations/scopes.ts';
import { openTestSello, type TestAccount, type TestAnswer, type TestSello } from './test-sello.ts';

/** Expects exactly two fields, a request id and no caching; returns the message. */
export function expectRefusal(answer: TestAnswer, status: number, error: string): string {
  expect(answer.body).toEqual({ error, message: expect.any(String) });
  expect(answer.status).toBe(status);
  expect(answer.headers['x-request-id']).toMatch(/^req_[0-9A-Za-z]{16,40}$/);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body.message).not.toMatch(/\bat .*:\d+:\d+|select |node_modules|\/src\//);
  return answer.body.message;
}

/** The tests of `401.test.ts` for an operation called with a plain GET. */
export function testKeyRefusals(url: string): void {
  let sello: TestSello;
  let caller: TestAccount;
  beforeAll(async () => {
    sello = await openTestSello();
    caller = await sello.newAccount();
  });
  afterAll(() => sello.close());
  const get = (authorization: string) => sello.call('GET', url, { headers: { authorization } });

  test('without a key the answer reveals only that a key is needed', async () => {
    const answer = await sello.call('GET', url);
    expect(expectRefusal(answer, 401, 'unauthorized')).toContain('Authorization: Bearer <API_KEY>');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.headers.ratelimit).toBeUndefined();
  });

  test('anything but a key of this service is refused', async () => {
    for (const given of [
      '',
      'Bearer',
      'Basic c2VsbG86c2VsbG8=',
      `Bearer ${caller.key}x`,
      `Token ${caller.key}`,
    ]) {
      expectRefusal(await get(given), 401, 'invalid_api_key');
    }
    expectRefusal(await get(`Bearer ${makeSecret('sello', 'live', randomBytes)}`), 401, 'invalid_api_key');
  });

  test('simultaneous calls with an unknown key are each refused', async () => {
    const unknown = `Bearer ${makeSecret('sello', 'live', randomBytes)}`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => get(unknown)));
    for (const answer of answers) expectRefusal(answer, 401, 'invalid_api_key');
  });

  test('a session cookie is not a key', async () => {
    const cookie = `session=${randomBytes(32).toString('base64url')}`;
    expectRefusal(await sello.call('GET', url, { headers: { cookie } }), 401, 'unauthorized');
  });

  test('revoked and expired keys are refused with the reason', async () => {
    const revoked = await sello.newKey(caller.account);
    await revokeKey(sello.ports, caller.account, revoked.apiKey.id, undefined, OPERATOR);
    expectRefusal(await get(`Bearer ${revoked.key}`), 401, 'api_key_revoked');
    const expiresAt = new Date(sello.ports.now().getTime() + 60_000);
    const expiring = await sello.newKey(caller.account, { expiresAt });
    sello.advance(60_000);
    expectRefusal(await get(`Bearer ${expiring.key}`), 401, 'api_key_expired');
  });

  test('the refusal is in Spanish for a caller who prefers it', async () => {
    const answer = await sello.call('GET', url, { headers: { 'accept-language': 'es-MX, en;q=0.5' } });
    expect(expectRefusal(answer, 401, 'unauthorized')).toContain('No se envió una clave de API');
    expect(answer.headers['content-language']).toBe('es');
  });
}

/** The tests of `403.test.ts` for an operation called with a plain GET. */
export function testScopeRefusal(url: string, scope: Scope): void {
  let sello: TestSello;
  beforeAll(async () => {
    sello = await openTestSello();
  });
  afterAll(() => sello.close());

  test(`a key with every scope but ${scope} is refused, told which it lacks, and not charged`, async () => {
    const scopes = SCOPES.filter((other) => other !== scope);
    const { key } = await sello.newAccount({ key: { scopes, ratePerMinute: 7 } });
    for (let i = 0; i < 8; i++) {
      const answer = await sello.call('GET', url, { key });
      expect(expectRefusal(answer, 403, 'insufficient_scope')).toContain(`\`${scope}\``);
      expect(answer.headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
      expect(answer.headers.ratelimit).toMatch(/^"minute";r=7;t=0, /);
    }
    const headers = { 'accept-language': 'es' };
    const spanish = await sello.call('GET', url, { key, headers });
    expect(expectRefusal(spanish, 403, 'insufficient_scope')).toContain('le falta el permiso');
  });

  test(`${scope} alone is enough`, async () => {
    const { key } = await sello.newAccount({ key: { scopes: [scope] } });
    expect((await sello.call('GET', url, { key })).status).not.toBe(403);
  });
}
