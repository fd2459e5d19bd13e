import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openMailingSello).extend(
  'post',
  ({ sello }) =>
    (path: string, payload: object) =>
      sello.call('POST', DASHBOARD + path, { payload }),
);

const NEW = 'another correct horse';

test('a token works once, and invalidates the account’s other tokens', async ({ world, post }) => {
  const { email } = await world.signUp();
  const [first, second] = [await world.mailedToken(email), await world.mailedToken(email)];
  expect((await post('/reset-password', { token: first, new_password: NEW })).status).toBe(200);
  for (const token of [first, second]) {
    const answer = await post('/reset-password', { token, new_password: 'a third password' });
    expect([answer.status, answer.body.error]).toEqual([422, 'invalid_token']);
  }
  expect((await post('/login', { email, password: NEW })).status).toBe(200);
});

test('if one token is used many times at once, one use succeeds', async ({ world, sello, post }) => {
  const other = await sello.another();
  const { email } = await world.signUp();
  const token = await world.mailedToken(email);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      (i % 2 ? sello : other).call('POST', `${DASHBOARD}/reset-password`, {
        payload: { token, new_password: `password no. ${i}` },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(422)]);
  const won = answers.findIndex(({ status }) => status === 200);
  expect((await post('/login', { email, password: `password no. ${won}` })).status).toBe(200);
});

test('an expired, changed or invented token is refused; a password that is too short does not use up the token', async ({
  world,
  sello,
  post,
}) => {
  const { email, password } = await world.signUp();
  const token = await world.mailedToken(email);
  for (const tried of [
    '',
    'x',
    `${token}x`,
    token.slice(1),
    `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`,
  ]) {
    const answer = await post('/reset-password', { token: tried, new_password: NEW });
    expect([answer.status, answer.body.error]).toEqual([422, 'invalid_token']);
  }
  const short = await post('/reset-password', { token, new_password: 'short' });
  expect([short.status, short.body.error]).toEqual([422, 'validation_failed']);
  sello.advance(3_600_000);
  expect((await post('/reset-password', { token, new_password: NEW })).body.error).toBe('invalid_token');
  expect((await post('/login', { email, password })).status).toBe(200);
});
