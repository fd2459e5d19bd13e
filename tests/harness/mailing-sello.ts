/** A Sello that sends mail, and the mail server that stores it. */

import { randomBytes } from 'node:crypto';
import type { Environment } from '../../server/src/settings.ts';
import { DASHBOARD, type Person, personFrom } from './dashboard-person.ts';
import { randomNetwork } from './random-network.ts';
import { openSmtpServer, type ReceivedMail } from './smtp-server.ts';
import { openTestSello, type TestSello } from './test-sello.ts';

export type MailingSello = {
  sello: TestSello;
  mails: ReceivedMail[];
  /** Signs up, and opens the link of the mail that comes. */
  signUp(): Promise<Person>;
  /** Requests a new password, and returns the token in the mail that arrives. */
  mailedToken(email: string): Promise<string>;
  /** From now on nothing listens at the mail server's address. */
  stopMail(): Promise<void>;
  close(): Promise<void>;
};

export async function openMailingSello(env: Environment = {}): Promise<MailingSello> {
  const smtp = await openSmtpServer();
  let isStopped = false;
  const sello = await openTestSello({
    SELLO_BASE_URL: 'https://sello.example',
    SELLO_SMTP_URL: smtp.url,
    SELLO_MAIL_FROM: 'Sello <no-reply@sello.example>',
    ...env,
  });
  return {
    sello,
    mails: smtp.mails,
    async signUp() {
      const email = `${randomBytes(6).toString('hex')}@example.com`;
      const password = randomBytes(12).toString('base64url');
      const from = randomNetwork();
      await sello.call('POST', `${DASHBOARD}/signup`, { from, payload: { email, name: 'Ana Ñúñez' } });
      await sello.ports.aside.settled();
      const token = lastToken(smtp.mails);
      const answer = await sello.call('POST', `${DASHBOARD}/signup/confirm`, {
        payload: { token, password },
      });
      return personFrom(sello, answer, email, password);
    },
    async mailedToken(email) {
      await sello.call('POST', `${DASHBOARD}/forgotten-password`, { payload: { email } });
      await sello.ports.aside.settled();
      return lastToken(smtp.mails);
    },
    async stopMail() {
      isStopped = true;
      await smtp.close();
    },
    async close() {
      await sello.close();
      if (!isStopped) await smtp.close();
    },
  };
}

/** The token in the newest mail with a link. */
export function lastToken(mails: readonly ReceivedMail[]): string {
  const token = mails
    .map(({ text }) => /#token=([\w-]+)/.exec(text)?.[1])
    .findLast((found) => found !== undefined);
  if (token === undefined) throw new Error('no link was mailed');
  return token;
}
