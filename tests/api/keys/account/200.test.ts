import { OPERATOR } from '../../../../server/src/kernel/actor.ts';
import { revokeKey } from '../../../../server/src/keys/manage-keys.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'get',
  ({ sello }) =>
    (key?: string, from = '192.0.2.1') =>
      sello.call('GET', `${API}/account`, { key, from }),
);

test('any key learns its account, its scopes and its limits', async ({ sello, get }) => {
  const expiresAt = new Date(sello.ports.now().getTime() + 3_600_000);
  const { account, key, apiKey } = await sello.newAccount({
    certificates: 9,
    key: { name: 'Archive', scopes: ['certificates:write'], ratePerMinute: 7, monthlyQuota: 70, expiresAt },
  });
  await sello.certify(key, '12345');
  const { status, body, headers } = await get(key);
  expect(status).toBe(200);
  expect(body).toEqual({
    account: { id: account.id, name: account.name, livemode: true, certificates_left: 8, stored_bytes: 5 },
    key: {
      id: apiKey.id,
      name: 'Archive',
      scopes: ['certificates:write'],
      rate_per_minute: 7,
      monthly_quota: 70,
      month_used: 1,
      expires_at: expiresAt.toISOString(),
    },
  });
  expect(headers.ratelimit).toMatch(/^"minute";r=6;t=\d+, "month";r=69;/);
});

test('the call counts towards no limit, and is answered even when rate and quota are used up', async ({
  sello,
  get,
}) => {
  const { key } = await sello.newAccount({ key: { ratePerMinute: 1, monthlyQuota: 1 } });
  await sello.call('GET', `${API}/certificates`, { key });
  for (let i = 0; i < 5; i++) {
    const { status, body } = await get(key);
    expect([status, body.key.month_used]).toEqual([200, 1]);
  }
});

test('in test mode only the bytes of test certificates are counted', async ({ sello, get }) => {
  const { account } = await sello.newAccount();
  const { key } = await sello.newKey(account, { mode: 'test' });
  await sello.certify(key, '123');
  expect((await get(key)).body.account).toMatchObject({ livemode: false, stored_bytes: 3 });
});

test('an invalid, revoked or expired key is refused as everywhere', async ({ sello, get }) => {
  expectRefusal(await get(), 401, 'unauthorized');
  expectRefusal(await get('nonsense'), 401, 'invalid_api_key');
  const { account, key, apiKey } = await sello.newAccount();
  await revokeKey(sello.ports, account, apiKey.id, undefined, OPERATOR);
  expectRefusal(await get(key), 401, 'api_key_revoked');
  const expiresAt = new Date(sello.ports.now().getTime() + 1_000);
  const expiring = await sello.newKey(account, { expiresAt });
  sello.advance(1_000);
  expectRefusal(await get(expiring.key), 401, 'api_key_expired');
});

test('an unknown parameter is refused', async ({ sello }) => {
  const { key } = await sello.newAccount();
  const answer = await sello.call('GET', `${API}/account?verbose=1`, { key });
  expectRefusal(answer, 422, 'validation_failed');
});

test('the call has a limit for each network, which does not affect other networks', async ({
  sello,
  get,
}) => {
  const { key } = await sello.newAccount();
  let refused = 0;
  for (let i = 0; i < 5_000; i++) {
    const answer = await get(key, '198.51.100.7');
    if (answer.status !== 429) continue;
    refused += 1;
    expectRefusal(answer, 429, 'rate_limit_exceeded');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    if (refused === 3) break;
  }
  expect(refused).toBe(3);
  expect((await get(key, '203.0.113.9')).status).toBe(200);
});
