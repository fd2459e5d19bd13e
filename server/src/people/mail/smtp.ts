/** Mail over SMTP. */

import type { Transporter } from 'nodemailer';
import type { Mailer } from './ports.ts';

export type MailConfig = {
  /** `smtp://` (STARTTLS where the server offers it) or `smtps://`, with user and password where needed. */
  smtpUrl: string;
  /** `Name <address>`. */
  from: string;
};

/** A mail server that is away is given up on: nobody waits, and whoever asked can ask again. */
const TIMEOUT_MS = 20_000;

export function openMailer({ smtpUrl, from }: MailConfig): Mailer & { close(): void } {
  // Loaded with the first letter: most servers never send one.
  let opened: Promise<Transporter> | undefined;
  return {
    async send({ to, subject, text }) {
      opened ??= openTransport(smtpUrl);
      // As an object: an address is never read as a list of addresses.
      await (await opened).sendMail({ from, to: { name: '', address: to }, subject, text });
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A text is only ever a text, never the name of a file or an address to fetch it from.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
