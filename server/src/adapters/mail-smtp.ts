/** Mail over SMTP. */

import { createTransport } from 'nodemailer';
import type { Mailer } from '../ports.ts';

export type MailConfig = {
  /** `smtp://` (STARTTLS where the server offers it) or `smtps://`, with user and password where needed. */
  smtpUrl: string;
  /** `Name <address>`. */
  from: string;
};

/** A mail server that is away is given up on: nobody waits, and whoever asked can ask again. */
const TIMEOUT_MS = 20_000;

export function openMailer({ smtpUrl, from }: MailConfig): Mailer & { close(): void } {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A text is only ever a text, never the name of a file or an address to fetch it from.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      // As an object: an address is never read as a list of addresses.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
    close: () => transport.close(),
  };
}
