import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookieOf, DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { openSmtpServer, type SmtpServer } from '../../../harness/smtp-server.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let smtp: SmtpServer;
let sello: TestSello;
beforeAll(async () => {
  smtp = await openSmtpServer();
  sello = await openTestSello({
    SELLO_BASE_URL: 'https://sello.example',
    SELLO_SMTP_URL: smtp.url,
    SELLO_MAIL_FROM: 'Sello <no-reply@sello.example>',
  });
});
afterAll(async () => {
  await sello.close();
  await smtp.close();
});

const NEW = 'another correct horse';
const post = (path: string, payload: object) => sello.call('POST', DASHBOARD + path, { payload });

async function mailedToken(email: string): Promise<string> {
  await post('/forgotten-password', { email });
  await sello.ports.aside.settled();
  return /#token=([\w-]+)/.exec(smtp.mails.at(-1)!.text)![1]!;
}

test('P26 the link of the mail sets a password, closes every session and opens none', async () => {
  const { email, password, call } = await signUp(sello);
  await post('/login', { email, password });
  const answer = await post('/reset-password', { token: await mailedToken(email), new_password: NEW });
  expect([answer.status, answer.body]).toEqual([200, { changed: true }]);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await call('GET', '/me')).status).toBe(401);
  expect((await post('/login', { email, password })).status).toBe(401);
  expect(cookieOf(await post('/login', { email, password: NEW }))).toMatch(/^__Host-session=/);
});

test('who was locked out by somebody else’s guesses gets in at once', async () => {
  const { email } = await signUp(sello);
  for (let i = 0; i < 10; i++) await post('/login', { email, password: 'guess' });
  expect((await post('/login', { email, password: 'guess' })).status).toBe(429);
  await post('/reset-password', { token: await mailedToken(email), new_password: NEW });
  expect((await post('/login', { email, password: NEW })).status).toBe(200);
});

test('an account that the operator made without a password gets its first one so', async () => {
  const { account } = await sello.newAccount();
  await post('/reset-password', { token: await mailedToken(account.email), new_password: NEW });
  expect((await post('/login', { email: account.email, password: NEW })).status).toBe(200);
});
