import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'statusOf',
  ({ sello }) =>
    async (key: string) =>
      (await sello.call('GET', `${API}/certificates`, { key })).status,
);

test('rotation gives the key a new secret; the old one works for one more day', async ({
  sello,
  person,
  statusOf,
}) => {
  const { secret: old, ...before } = await person.newKey({ name: 'x', rate_per_minute: 7 });
  sello.advance(1_000);
  const { status, body } = await person.call('POST', `/keys/${before.id}/rotate`);
  expect(status).toBe(200);
  const { secret: fresh, ...after } = body.key;
  const hint = `${fresh.slice(0, 14)}…${fresh.slice(-4)}`;
  expect(after).toEqual({ ...before, hint, old_secret_ends_at: expect.any(String) });
  expect(fresh).not.toBe(old);
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([200, 200]);
  sello.advance(86_400_000);
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([401, 200]);
});

test('the key shows until when its old secret works, as long as it does', async ({ sello, person }) => {
  const { id, ...made } = await person.newKey();
  expect(made.old_secret_ends_at).toBeNull();
  const { body } = await person.call('POST', `/keys/${id}/rotate`, { grace_seconds: 600 });
  const listed = async () => {
    const { keys } = (await person.call('GET', '/keys')).body as { keys: { id: string }[] };
    return keys.find((key) => key.id === id);
  };
  const seconds = (Date.parse(body.key.old_secret_ends_at) - sello.world.ports.now().getTime()) / 1_000;
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(600);
  expect(await listed()).toMatchObject({ old_secret_ends_at: body.key.old_secret_ends_at });
  sello.advance(600_000);
  expect(await listed()).toMatchObject({ old_secret_ends_at: null });
});

test('both secrets count against the same limits', async ({ person, statusOf }) => {
  const { id, secret: old } = await person.newKey({ name: 'x', rate_per_minute: 2 });
  const { secret: fresh } = (await person.call('POST', `/keys/${id}/rotate`, {})).body.key;
  expect([await statusOf(old), await statusOf(fresh), await statusOf(old), await statusOf(fresh)]).toEqual([
    200, 200, 429, 429,
  ]);
});

test('without a grace period the old secret ends at once', async ({ person, statusOf }) => {
  const { id, secret: old } = await person.newKey();
  const { secret: fresh } = (await person.call('POST', `/keys/${id}/rotate`, { grace_seconds: 0 })).body.key;
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([401, 200]);
});

test('a later rotation never extends an earlier grace period', async ({ sello, person, statusOf }) => {
  const { id, secret: first } = await person.newKey();
  const rotate = async (grace_seconds: number) =>
    (await person.call('POST', `/keys/${id}/rotate`, { grace_seconds })).body.key.secret;
  const second = await rotate(60);
  const third = await rotate(3_600);
  sello.advance(60_000);
  expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200]);
});

test('a test key stays a test key', async ({ person }) => {
  const { id } = await person.newKey({ name: 'x', mode: 'test' });
  expect((await person.call('POST', `/keys/${id}/rotate`)).body.key.secret).toMatch(/^sello_test_/);
});

test('revoking ends every secret of the key', async ({ person, statusOf }) => {
  const { id, secret: old } = await person.newKey();
  const { secret: fresh } = (await person.call('POST', `/keys/${id}/rotate`)).body.key;
  await person.call('DELETE', `/keys/${id}`);
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([401, 401]);
});
