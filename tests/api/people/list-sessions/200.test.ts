import { cookieOf, DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'logIn',
  ({ sello }) =>
    async (email: string, password: string, agent: string): Promise<string> => {
      const headers = { 'user-agent': agent };
      return cookieOf(
        await sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password }, headers }),
      );
    },
);

test('each browser is listed with its address, and the current one is marked', async ({ sello, logIn }) => {
  const { email, password, cookie } = await signUp(sello);
  await signUp(sello);
  const other = await logIn(email, password, 'Telephone/1.0');
  const list = async (with_: string) =>
    (await sello.call('GET', `${DASHBOARD}/sessions`, { headers: { cookie: with_ } })).body.sessions;
  const sessions = await list(other);
  expect(sessions).toHaveLength(2);
  expect(sessions[0]).toEqual({
    id: expect.stringMatching(/^sess_[0-9A-Za-z]{22}$/),
    current: true,
    created_at: expect.any(String),
    last_seen_at: expect.any(String),
    ip: '127.0.0.1',
    user_agent: 'Telephone/1.0',
  });
  expect(sessions[1].current).toBe(false);
  expect((await list(cookie)).map(({ current }: { current: boolean }) => current)).toEqual([false, true]);
});

test('P22 neither the token of a session nor its hash is shown', async ({ sello }) => {
  const { cookie, call } = await signUp(sello);
  const token = cookie.split('=')[1]!;
  const { text, body } = await call('GET', '/sessions');
  expect(text).not.toContain(token);
  const rows = await sello.database.query(
    `select encode(token_hash, 'hex') as hash from sessions`,
    [],
    'hashes',
  );
  for (const { hash } of rows) expect(text).not.toContain(String(hash));
  const asCookie = { cookie: `session=${body.sessions[0].id}` };
  expect((await sello.call('GET', `${DASHBOARD}/me`, { headers: asCookie })).status).toBe(401);
});

test('the last use is known to the minute, and reads within a minute write nothing', async ({ sello }) => {
  const { call } = await signUp(sello);
  const seenAt = async () => Date.parse((await call('GET', '/sessions')).body.sessions[0].last_seen_at);
  const first = await seenAt();
  sello.advance(30_000);
  await call('GET', '/me');
  await sello.ports.aside.settled();
  expect(await seenAt()).toBe(first);
  sello.advance(31_000);
  await call('GET', '/me');
  await sello.ports.aside.settled();
  expect(await seenAt()).toBeGreaterThanOrEqual(first + 61_000);
});

test('an ended session is not listed, and is deleted', async ({ sello, logIn }) => {
  const { email, password } = await signUp(sello);
  sello.advance(30 * 86_400_000);
  const cookie = await logIn(email, password, 'late');
  const { body } = await sello.call('GET', `${DASHBOARD}/sessions`, { headers: { cookie } });
  expect(body.sessions).toHaveLength(1);
});
