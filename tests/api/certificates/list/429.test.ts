import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'list',
  ({ sello }) =>
    (key: string, language = 'en') =>
      sello.call('GET', `${API}/certificates`, { key, headers: { 'accept-language': language } }),
);

test('one call over the rate is refused with Retry-After, and admitted after that wait', async ({
  sello,
  list,
}) => {
  const { key } = await sello.newAccount({ key: { ratePerMinute: 3, monthlyQuota: 100 } });
  for (const left of [2, 1, 0]) {
    const { status, headers } = await list(key);
    expect(status).toBe(200);
    expect(headers.ratelimit).toMatch(new RegExp(`^"minute";r=${left};t=\\d+, "month";r=${97 + left};`));
  }
  const refused = await list(key);
  expect(expectRefusal(refused, 429, 'rate_limit_exceeded')).toContain('More than 3 requests in 60 seconds');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30);
  expect(refused.headers.ratelimit).toMatch(
    new RegExp(`^"minute";r=0;t=${refused.headers['retry-after']}, "month";r=97;`),
  );
  expect(expectRefusal(await list(key, 'es'), 429, 'rate_limit_exceeded')).toContain('Más de 3 solicitudes');
  sello.advance(Number(refused.headers['retry-after']) * 1000);
  const { status, headers } = await list(key);
  expect(status).toBe(200);
  expect(headers.ratelimit).toMatch(/"month";r=96;/);
});

test('one call over the monthly quota is refused until the next month', async ({ sello, list }) => {
  const { key } = await sello.newAccount({ key: { ratePerMinute: 100, monthlyQuota: 2 } });
  await list(key);
  expect((await list(key)).headers.ratelimit).toMatch(/"month";r=0;t=\d+$/);
  const refused = await list(key);
  expect(expectRefusal(refused, 429, 'quota_exceeded')).toContain('first of next month (UTC)');
  const now = sello.ports.now();
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  expect(Math.abs(Number(refused.headers['retry-after']) - (next - now.getTime()) / 1000)).toBeLessThan(30);
  sello.advance(Number(refused.headers['retry-after']) * 1000);
  expect((await list(key)).headers.ratelimit).toMatch(/"month";r=1;/);
});

test('two keys of one account have separate limits', async ({ sello, list }) => {
  const { account, key } = await sello.newAccount({ key: { ratePerMinute: 1 } });
  const other = await sello.newKey(account, { ratePerMinute: 1 });
  await list(key);
  expectRefusal(await list(key), 429, 'rate_limit_exceeded');
  expect((await list(other.key)).status).toBe(200);
});

test('a caller over both rate and quota is told about the rate, which resets first', async ({
  sello,
  list,
}) => {
  const { key } = await sello.newAccount({ key: { ratePerMinute: 1, monthlyQuota: 1 } });
  await list(key);
  expectRefusal(await list(key), 429, 'rate_limit_exceeded');
  sello.advance(60_000);
  expectRefusal(await list(key), 429, 'quota_exceeded');
});
