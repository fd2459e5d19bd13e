import { DEFAULT_SCOPES } from '../../../../server/src/operations/scopes.ts';
import { signUp } from '../../../harness/dashboard-person.ts';
import { API, openTestSello } from '../../../harness/test-sello.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'list',
  ({ sello }) =>
    (key: string) =>
      sello.call('GET', `${API}/certificates`, { key }),
);

test('a key is shown with its secret once, works at once, and has the defaults of the contract', async ({
  person,
  list,
}) => {
  const { status, body } = await person.call('POST', '/keys', { name: 'Servidor' });
  expect(status).toBe(201);
  const { secret, ...record } = body.key;
  expect(secret).toMatch(/^sello_live_[0-9A-Za-z]{36}$/);
  expect(record).toEqual({
    id: expect.stringMatching(/^key_[0-9A-Za-z]{22}$/),
    object: 'key',
    name: 'Servidor',
    mode: 'live',
    status: 'active',
    scopes: [...DEFAULT_SCOPES],
    rate_per_minute: 60,
    monthly_quota: 1_000,
    month_requests: 0,
    hint: `${secret.slice(0, 14)}…${secret.slice(-4)}`,
    created_by: expect.stringMatching(/^per_[0-9A-Za-z]{22}$/),
    created_at: expect.any(String),
    expires_at: null,
    organizer_id: null,
    revoked_at: null,
    revoked_reason: null,
    last_used_at: null,
    old_secret_ends_at: null,
  });
  expect((await list(secret)).headers['ratelimit-policy']).toBe('"minute";q=60;w=60, "month";q=1000');
  expect((await person.call('GET', '/keys')).text).not.toContain(secret);
});

test('every choice of the owner is stored', async ({ sello, person, list }) => {
  const wanted = {
    name: 'Ñandú 🔑',
    mode: 'test',
    scopes: ['verify:read', 'certificates:read'],
    rate_per_minute: 7,
    monthly_quota: 77,
    expires_at: new Date(sello.ports.now().getTime() + 3_600_000).toISOString(),
  };
  const { secret, ...key } = await person.newKey(wanted);
  expect(key).toMatchObject(wanted);
  expect(secret).toMatch(/^sello_test_/);
  expect((await list(secret)).headers['ratelimit-policy']).toBe('"minute";q=7;w=60, "month";q=77');
});

test('a repeated scope is stored once, and an empty expiry means none', async ({ person }) => {
  const key = await person.newKey({ name: 'x', scopes: ['verify:read', 'verify:read'], expires_at: null });
  expect(key).toMatchObject({ scopes: ['verify:read'], expires_at: null });
});

test("values equal to the operator's ceilings are allowed", async ({ person }) => {
  const key = await person.newKey({ name: 'x', rate_per_minute: 100_000, monthly_quota: 10_000_000 });
  expect(key).toMatchObject({ rate_per_minute: 100_000, monthly_quota: 10_000_000 });
});

test('where the ceilings are below the defaults, new keys get the ceilings', async () => {
  const strict = await openTestSello({ SELLO_MAX_RATE_PER_MINUTE: '5', SELLO_MAX_MONTHLY_QUOTA: '50' });
  const key = await (await signUp(strict)).newKey();
  expect(key).toMatchObject({ rate_per_minute: 5, monthly_quota: 50 });
  await strict.close();
});

test('the prefix of a key carries the name of the service', async () => {
  const renamed = await openTestSello({ SELLO_SERVICE_NAME: 'notaria' });
  const { secret } = await (await signUp(renamed)).newKey();
  expect(secret).toMatch(/^notaria_live_/);
  expect((await renamed.call('GET', `${API}/certificates`, { key: secret })).status).toBe(200);
  await renamed.close();
});
