import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { lastToken, openMailingSello } from '../../../harness/mailing-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openMailingSello)
  .extend(
    'post',
    ({ sello }) =>
      (path: string, payload: object) =>
        sello.call('POST', DASHBOARD + path, { payload }),
  )
  .extend(
    'confirm',
    ({ post }) =>
      (token: string) =>
        post('/signup/confirm', { token, password: 'a password of mine' }),
  );

test('a token that was never mailed, was used or is older than a day makes no account', async ({
  world,
  sello,
  post,
  confirm,
}) => {
  expect((await confirm('x'.repeat(43))).body.error).toBe('invalid_token');
  await post('/signup', { email: 'a@example.com', name: 'A' });
  await sello.ports.aside.settled();
  const token = lastToken(world.mails);
  expect((await confirm(token)).status).toBe(201);
  const again = await confirm(token);
  expect([again.status, again.body.error]).toEqual([422, 'invalid_token']);
  await post('/signup', { email: 'b@example.com', name: 'B' });
  await sello.ports.aside.settled();
  sello.advance(86_400_000);
  expect((await confirm(lastToken(world.mails))).body.error).toBe('invalid_token');
});

test('a short password makes no account, and the link still works', async ({
  world,
  sello,
  post,
  confirm,
}) => {
  await post('/signup', { email: 'c@example.com', name: 'C' });
  await sello.ports.aside.settled();
  const token = lastToken(world.mails);
  expect((await post('/signup/confirm', { token, password: 'short' })).status).toBe(422);
  expect((await confirm(token)).status).toBe(201);
});
