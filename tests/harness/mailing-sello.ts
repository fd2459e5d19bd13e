/** A Sello that sends mail, and the mail server that stores it. */

import { DASHBOARD } from './dashboard-person.ts';
import { openSmtpServer, type ReceivedMail } from './smtp-server.ts';
import { openTestSello, type TestSello } from './test-sello.ts';

export type MailingSello = {
  sello: TestSello;
  mails: ReceivedMail[];
  /** Requests a password reset; returns the token from the mail. */
  mailedToken(email: string): Promise<string>;
  close(): Promise<void>;
};

export async function openMailingSello(): Promise<MailingSello> {
  const smtp = await openSmtpServer();
  const sello = await openTestSello({
    SELLO_BASE_URL: 'https://sello.example',
    SELLO_SMTP_URL: smtp.url,
    SELLO_MAIL_FROM: 'Sello <no-reply@sello.example>',
  });
  return {
    sello,
    mails: smtp.mails,
    async mailedToken(email) {
      await sello.call('POST', `${DASHBOARD}/forgotten-password`, { payload: { email } });
      await sello.ports.aside.settled();
      return /#token=([\w-]+)/.exec(smtp.mails.at(-1)!.text)![1]!;
    },
    async close() {
      await sello.close();
      await smtp.close();
    },
  };
}
