import { afterAll, beforeAll, expect, test } from 'vitest';
import { DASHBOARD } from '../../../harness/dashboard-person.ts';
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

async function _ask(email: string, headers: Record<string, string> = {}) {
  const before = smtp.mails.length;
  const answer = await sello.call('POST', `${DASHBOARD}/forgotten-password`, { payload: { email }, headers });
  await sello.ports.aside.settled();
  return { answer, mails: smtp.mails.slice(before) };
}

test('what is no text is refused', async () => {
  for (const email of [undefined, 7, 'a\nb', 'x'.repeat(255)]) {
    const { status } = await sello.call('POST', `${DASHBOARD}/forgotten-password`, { payload: { email } });
    expect(status).toBe(422);
  }
});
