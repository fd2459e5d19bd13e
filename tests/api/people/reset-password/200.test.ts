import { cookieOf, DASHBOARD } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openMailingSello).extend(
  'post',
  ({ sello }) =>
    (path: string, payload: object) =>
      sello.call('POST', DASHBOARD + path, { payload }),
);

const NEW = 'another correct horse';

test('P26 the mailed link sets a password, ends every session and opens none', async ({ world, post }) => {
  const { email, password, call } = await world.signUp();
  await post('/login', { email, password });
  const answer = await post('/reset-password', { token: await world.mailedToken(email), new_password: NEW });
  expect([answer.status, answer.body]).toEqual([200, { changed: true }]);
  expect(String(answer.headers['set-cookie'])).not.toContain('session=');
  expect((await call('GET', '/me')).status).toBe(401);
  expect((await post('/login', { email, password })).status).toBe(401);
  expect(cookieOf(await post('/login', { email, password: NEW }))).toMatch(/^__Host-session=/);
});

test('an owner locked out by an attacker’s guesses gets in at once', async ({ world, post }) => {
  const { email } = await world.signUp();
  for (let i = 0; i < 10; i++) await post('/login', { email, password: 'guess' });
  expect((await post('/login', { email, password: 'guess' })).status).toBe(429);
  await post('/reset-password', { token: await world.mailedToken(email), new_password: NEW });
  expect((await post('/login', { email, password: NEW })).status).toBe(200);
});

test('an account that the operator made without a password gets its first password with the link', async ({
  world,
  sello,
  post,
}) => {
  const { email } = await sello.newAccount();
  await post('/reset-password', { token: await world.mailedToken(email), new_password: NEW });
  expect((await post('/login', { email, password: NEW })).status).toBe(200);
});
