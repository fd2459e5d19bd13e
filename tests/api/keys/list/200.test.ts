import { signUp } from '../../../harness/dashboard-person.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend('relogin', ({ sello }) => async (email: string, password: string) => {
  const { headers } = await sello.call('POST', '/api/dashboard/login', { payload: { email, password } });
  return { cookie: String(headers['set-cookie']).split(';', 1)[0]! };
});

test('all keys of the account, newest first, without secrets; none of another account', async ({ sello }) => {
  const [person, other] = [await signUp(sello), await signUp(sello)];
  await other.newKey({ name: 'not yours' });
  const made = [];
  for (const name of ['first', 'second', 'third']) {
    sello.advance(1_000);
    made.unshift(await person.newKey({ name }));
  }
  const { status, body } = await person.call('GET', '/keys');
  expect(status).toBe(200);
  expect(body.keys).toEqual(made.map(({ secret, ...record }) => record));
  expect((await other.call('GET', '/keys')).body.keys).toHaveLength(1);
});

test('use, expiry and revocation are shown', async ({ sello }) => {
  const person = await signUp(sello);
  const used = await person.newKey();
  await sello.call('GET', `${API}/certificates`, { key: used.secret });
  await sello.call('GET', `${API}/certificates`, { key: used.secret });
  const expiring = await person.newKey({
    name: 'x',
    expires_at: new Date(sello.ports.now().getTime() + 60_000),
  });
  const revoked = await person.newKey();
  await person.call('DELETE', `/keys/${revoked.id}`);
  sello.advance(60_000);
  const { keys } = (await person.call('GET', '/keys')).body;
  const of = ({ id }: { id: string }) => keys.find((key: { id: string }) => key.id === id);
  expect(of(used)).toMatchObject({ status: 'active', month_requests: 2, last_used_at: expect.any(String) });
  expect(of(expiring)).toMatchObject({ status: 'expired', last_used_at: null });
  expect(of(revoked)).toMatchObject({ status: 'revoked', revoked_at: expect.any(String) });
});

test("last month's calls do not count for this month", async ({ sello, relogin }) => {
  const person = await signUp(sello);
  const { secret } = await person.newKey();
  await sello.call('GET', `${API}/certificates`, { key: secret });
  sello.advance(31 * 86_400_000);
  const { cookie } = await relogin(person.email, person.password);
  const { body } = await person.call('GET', '/keys', undefined, { cookie });
  expect(body.keys[0].month_requests).toBe(0);
});
