/** Mail over SMTP. */

import type { Transporter } from 'nodemailer';
import type { AskedMailer } from './ports.ts';

export type MailConfig = {
  /** `smtp://` (STARTTLS where the server offers it) or `smtps://`, with user and password where needed. */
  smtpUrl: string;
  /** `Name <address>`. */
  from: string;
};

/** Mail is sent in the background and can be requested again, so give up on a silent server. */
const TIMEOUT_MS = 20_000;

export function openMailer({ smtpUrl, from }: MailConfig): AskedMailer & { close(): void } {
  // The library is loaded with the first mail, because most installations never send one.
  let opened: Promise<Transporter> | undefined;
  return {
    async greet() {
      opened ??= openTransport(smtpUrl);
      await (await opened).verify();
    },
    async send({ to, subject, text, html, headers, attachments = [] }) {
      opened ??= openTransport(smtpUrl);
      // The recipient is an object, so that one address is never parsed as a list of addresses.
      await (await opened).sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        ...(html !== undefined && { html }),
        ...(headers !== undefined && { headers }),
        attachments: attachments.map(({ name, type, content }) => ({
          filename: name,
          contentType: type,
          content: Buffer.from(content),
        })),
      });
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
    // Content is always literal text, never a file name or URL to load it from.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Whether a mail failed before its server was spoken to, so that nothing of it can have been taken. */
export function wasNotReached(error: unknown): boolean {
  return error instanceof Error && 'command' in error && error.command === 'CONN';
}

/**
 * The kind of failure, without the server's own text: mail servers repeat refused addresses in their answers, and no
 * address of a person may be in our log.
 */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const parts = ['code', 'command', 'responseCode'].map(
    (name) => (error as unknown as Record<string, unknown>)[name],
  );
  return [error.name, ...parts.filter((part) => part !== undefined)].join(' ');
}
