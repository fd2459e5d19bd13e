import { afterAll, beforeAll, expect, test } from 'vitest';
import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { lastToken, type MailingSello, openMailingSello } from '../../../harness/mailing-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let world: MailingSello;
let sello: TestSello;
beforeAll(async () => {
  world = await openMailingSello();
  sello = world.sello;
});
afterAll(() => world.close());

const post = (path: string, payload: object) => sello.call('POST', DASHBOARD + path, { payload });
const confirm = (token: string) => post('/signup/confirm', { token, password: 'a password of mine' });

test('a token that was never mailed, was used or is older than a day makes no account', async () => {
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

test('a short password makes no account, and the link stays good', async () => {
  await post('/signup', { email: 'c@example.com', name: 'C' });
  await sello.ports.aside.settled();
  const token = lastToken(world.mails);
  expect((await post('/signup/confirm', { token, password: 'short' })).status).toBe(422);
  expect((await confirm(token)).status).toBe(201);
});
