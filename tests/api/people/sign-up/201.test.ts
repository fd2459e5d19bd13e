import { cookieOf, DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { openTestSello } from '../../../harness/test-sello.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'post',
  ({ sello }) =>
    (payload: object, headers: Record<string, string> = {}) =>
      sello.call('POST', `${DASHBOARD}/signup`, { payload, headers }),
);

test('a new account has five certificates, no card, and is logged in at once', async ({ sello, post }) => {
  const payload = { email: 'Ana@Example.com', password: 'correct horse', name: 'Ana Ñúñez' };
  const answer = await post(payload);
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    account: {
      id: expect.stringMatching(/^acct_[0-9A-Za-z]{22}$/),
      email: 'Ana@Example.com',
      name: 'Ana Ñúñez',
      certificates_left: 5,
      created_at: expect.any(String),
      language: null,
      time_zone: null,
      second_factor: false,
      authenticator_app: false,
      passkeys: 0,
      deletion_requested_at: null,
      keep_files_days: null,
      four_eyes: 'off',
      require_second_factor: false,
      shows_name: true,
      suspended_at: null,
    },
  });
  const me = await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie: cookieOf(answer) } });
  expect(me.body.account).toEqual(answer.body.account);
  expect(answer.headers['cache-control']).toBe('private, no-store');
});

test('over plain http the cookie is HttpOnly and SameSite', async ({ post }) => {
  const answer = await post({ email: 'b@example.com', password: 'correct horse', name: 'B' });
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=[^;]+ GMT$/),
    expect.stringMatching(/^device=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Expires=[^;]+ GMT$/),
  ]);
});

test('over https it is a Secure __Host- cookie', async () => {
  const secure = await openTestSello({ SELLO_BASE_URL: 'https://sello.example' });
  const payload = { email: 'c@example.com', password: 'correct horse', name: 'C' };
  const answer = await secure.call('POST', `${DASHBOARD}/signup`, { payload });
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^__Host-session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=[^;]+ GMT; Secure$/,
    ),
    expect.stringMatching(
      /^__Host-device=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Expires=[^;]+ GMT; Secure$/,
    ),
  ]);
  const me = (cookie: string) => secure.call('GET', `${DASHBOARD}/me`, { headers: { cookie } });
  expect((await me(cookieOf(answer))).status).toBe(200);
  // A sibling subdomain can set a cookie without `__Host-`, but never one with it.
  expect((await me(cookieOf(answer).replace('__Host-', ''))).status).toBe(401);
  await secure.close();
});

test('the operator’s setting decides how many certificates a new account has', async () => {
  const generous = await openTestSello({ SELLO_FREE_CERTIFICATES: '7' });
  expect((await signUp(generous)).account.certificates_left).toBe(7);
  await generous.close();
});

test('values of the shortest and longest allowed length are accepted, in any script', async ({
  sello,
  post,
}) => {
  for (const [i, payload] of [
    { email: 'a@b.co', password: 'xyxxyxyyxx', name: '名' },
    {
      email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example`,
      password: '🔑'.repeat(200),
      name: 'n'.repeat(200),
    },
  ].entries()) {
    expect((await post(payload)).status, String(i)).toBe(201);
    const again = await sello.call('POST', `${DASHBOARD}/login`, { payload });
    expect(again.body.account.name).toBe(payload.name);
  }
});
