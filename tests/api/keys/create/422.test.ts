import { signUp } from '../../../harness/dashboard-person.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, withSettings } from '../../../harness/world.ts';

const test = withSettings({ SELLO_MAX_RATE_PER_MINUTE: '500', SELLO_MAX_MONTHLY_QUOTA: '5000' });

test.for([
  ['name', undefined, 'is required'],
  ['name', '', 'must not be empty'],
  ['name', 'x'.repeat(101), 'at most 100'],
  ['name', 'a\0b', 'U+0000'],
  ['name', 'a\nb', 'U+000A'],
  ['scopes', [], 'must have an entry'],
  ['scopes', ['certificates:delete'], 'must be one of `certificates:write`'],
  ['scopes', ['verify:read', 'admin'], 'must be one of'],
  ['scopes', 'verify:read', 'array'],
  ['scopes', [['verify:read']], 'string'],
  ['scopes', Array(51).fill('verify:read'), 'scopes'],
  ['mode', 'prod', 'must be one of `live`, `test`'],
  ['mode', null, 'mode'],
  ['rate_per_minute', 0, 'at least 1'],
  ['rate_per_minute', -5, 'at least 1'],
  ['rate_per_minute', 501, 'at most 500'],
  ['rate_per_minute', 1.5, 'integer'],
  ['rate_per_minute', '60', 'integer'],
  ['rate_per_minute', 1e300, 'rate_per_minute'],
  ['monthly_quota', 0, 'at least 1'],
  ['monthly_quota', 5_001, 'at most 5000'],
  ['monthly_quota', null, 'integer'],
  ['expires_at', 'tomorrow', 'date-time'],
  ['expires_at', '2999-01-01', 'date-time'],
  ['expires_at', '2999-12-31T23:59:60Z', 'date-time'],
  ['expires_at', 4_102_444_800, 'expires_at'],
] as const)('%s: %j', async ([field, value, told], { person }) => {
  const answer = await person.call('POST', '/keys', { name: 'x', [field]: value });
  expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  expect(answer.body.message).toContain(field);
  expect(answer.body.message).toContain(told);
});

test('an expiry in the past is refused, to the millisecond', async ({ sello, person }) => {
  for (const ms of [-86_400_000, -1]) {
    const expires_at = new Date(sello.ports.now().getTime() + ms).toISOString();
    const answer = await person.call('POST', '/keys', { name: 'x', expires_at });
    expect(answer.body).toEqual({
      error: 'validation_failed',
      message: '`expires_at` must be in the future.',
    });
  }
});

test("an account's own ceilings take precedence over the operator's", async ({ sello }) => {
  const other = await signUp(sello);
  await sello.database.query(
    'update accounts set max_rate_per_minute = 10, max_monthly_quota = 9000 where id = $1',
    [other.account.id],
    'ceilings',
  );
  const refused = await other.call('POST', '/keys', { name: 'x', rate_per_minute: 11 });
  expect(refused.body.message).toContain('at most 10 for this account');
  await other.newKey({ name: 'x', rate_per_minute: 10, monthly_quota: 9_000 });
});

test('the limits of all keys of an account together are bounded, also when a key is changed', async ({
  sello,
}) => {
  const other = await signUp(sello);
  await sello.database.query(
    'update accounts set max_rate_per_minute = 100, max_monthly_quota = 1000 where id = $1',
    [other.account.id],
  );
  const give = (rate_per_minute: number, monthly_quota: number) =>
    other.call('POST', '/keys', { name: 'x', rate_per_minute, monthly_quota });
  expect((await give(100, 1_000)).status).toBe(201);
  const { id } = await other.newKey({ name: 'x', rate_per_minute: 90, monthly_quota: 900 });
  const overRate = await give(11, 1);
  expect([overRate.status, overRate.body.message]).toEqual([
    422,
    expect.stringContaining('`rate_per_minute` of all keys of this account may be at most 200 together'),
  ]);
  expect((await give(1, 101)).body.message).toContain('`monthly_quota` of all keys of this account');
  expect((await give(5, 50)).status).toBe(201);
  const raise = (rate_per_minute: number) => other.call('PATCH', `/keys/${id}`, { rate_per_minute });
  expect((await raise(96)).status).toBe(422);
  expect((await raise(95)).status).toBe(200);
  // Keys that already have more than the ceiling can still be changed, as long as the limit does not grow.
  await sello.database.query('update accounts set max_rate_per_minute = 50 where id = $1', [
    other.account.id,
  ]);
  expect((await raise(40)).status).toBe(200);
});

test.for([
  ['rate_per_minute', 4, 1_000],
  ['monthly_quota', 400, 4],
] as const)(
  'P105: calls already made count for %s, or a key that is revoked or lowered would make room for the next',
  async ([limit, rate_per_minute, monthly_quota], { sello }) => {
    const other = await signUp(sello);
    await sello.database.query(
      'update accounts set max_rate_per_minute = $2, max_monthly_quota = $3 where id = $1',
      [other.account.id, rate_per_minute, monthly_quota],
    );
    const makeAndUse = async () => {
      const { id, secret } = await other.newKey({ name: 'x', rate_per_minute, monthly_quota });
      for (let i = 0; i < 4; i += 1)
        expect((await sello.call('GET', `${API}/certificates`, { key: secret })).status).toBe(200);
      return id;
    };
    expect((await other.call('DELETE', `/keys/${await makeAndUse()}`)).status).toBe(200);
    const lowered = { rate_per_minute: 1, monthly_quota: 1 };
    expect((await other.call('PATCH', `/keys/${await makeAndUse()}`, lowered)).status).toBe(200);
    const refused = await other.call('POST', '/keys', { name: 'x', ...lowered });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringContaining(`\`${limit}\` of all keys`),
    ]);
  },
);

test('the refusals are in Spanish for a caller who prefers it', async ({ person }) => {
  const answer = await person.call(
    'POST',
    '/keys',
    { name: 'x', rate_per_minute: 501 },
    { 'accept-language': 'es' },
  );
  expect(answer.body.message).toContain('como máximo 500');
});

test('none of the refused requests made a key', async ({ person }) => {
  expect((await person.call('GET', '/keys')).body.keys).toEqual([]);
});
