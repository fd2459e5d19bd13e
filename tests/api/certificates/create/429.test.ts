import { fileForm } from '../../../harness/multipart.ts';
import { takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend('post', ({ sello }) => (key: string, headers: Record<string, string> = {}) => {
  const form = fileForm('again');
  return sello.call('POST', `${API}/certificates`, {
    key,
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
});

test('a call over the rate is refused, charged nothing, and admitted after Retry-After', async ({
  sello,
  post,
}) => {
  const caller = await sello.newAccount({ key: { ratePerMinute: 2, monthlyQuota: 100 } });
  const first = await post(caller.key);
  expect(first.headers['ratelimit-policy']).toBe('"minute";q=2;w=60, "month";q=100');
  expect(first.headers.ratelimit).toMatch(/^"minute";r=1;t=60, "month";r=99;t=\d+$/);
  expect(first.headers['retry-after']).toBeUndefined();
  await post(caller.key);

  const before = await takeStock(sello, caller);
  const refused = await post(caller.key, { 'idempotency-key': 'later' });
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({
    error: 'rate_limit_exceeded',
    message: expect.stringContaining('60 seconds'),
  });
  const retryAfter = Number(refused.headers['retry-after']);
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(60);
  expect(refused.headers['ratelimit-policy']).toBe('"minute";q=2;w=60, "month";q=100');
  expect(refused.headers.ratelimit).toMatch(
    new RegExp(`^"minute";r=0;t=${retryAfter}, "month";r=98;t=\\d+$`),
  );
  const spanish = await post(caller.key, { 'accept-language': 'es' });
  expect(spanish.body.message).toContain('solicitudes en 60 segundos');
  expect(await takeStock(sello, caller)).toEqual(before);

  sello.advance(retryAfter * 1_000);
  expect((await post(caller.key, { 'idempotency-key': 'later' })).status).toBe(201);
});

test('a call over the monthly quota is refused, charged nothing, and admitted in the next month', async ({
  sello,
  post,
}) => {
  const caller = await sello.newAccount({ key: { ratePerMinute: 60, monthlyQuota: 2 } });
  await post(caller.key);
  const last = await post(caller.key);
  expect(last.headers.ratelimit).toMatch(/"month";r=0;t=\d+$/);

  const before = await takeStock(sello, caller);
  const refused = await post(caller.key, { 'idempotency-key': 'next month' });
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({ error: 'quota_exceeded', message: expect.stringContaining('this month') });
  const retryAfter = Number(refused.headers['retry-after']);
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(31 * 86_400);
  expect(refused.headers.ratelimit).toMatch(new RegExp(`"month";r=0;t=${retryAfter}$`));
  const spanish = await post(caller.key, { 'accept-language': 'es' });
  expect(spanish.body.message).toContain('en este mes se agotaron');
  expect(await takeStock(sello, caller)).toEqual(before);

  sello.advance(retryAfter * 1_000);
  const admitted = await post(caller.key);
  expect(admitted.status).toBe(201);
  expect(admitted.headers.ratelimit).toMatch(/"month";r=1;t=\d+$/);
});

test('when both limits are reached, the one that resets sooner is named', async ({ sello, post }) => {
  const caller = await sello.newAccount({ key: { ratePerMinute: 1, monthlyQuota: 1 } });
  await post(caller.key);
  expect((await post(caller.key)).body.error).toBe('rate_limit_exceeded');
});

test('every key has its own limits', async ({ sello, post }) => {
  const caller = await sello.newAccount({ key: { ratePerMinute: 1 } });
  const second = await sello.newKey(caller.account, { ratePerMinute: 1 });
  await post(caller.key);
  expect((await post(caller.key)).status).toBe(429);
  expect((await post(second.key)).status).toBe(201);
});
