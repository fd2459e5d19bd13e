/** The port for sending mail. */

export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** The same content as HTML. */
  html?: string;
  /** Header fields besides the usual ones. */
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly { name: string; type: string; content: Uint8Array }[];
};

export type Mailer = { send(mail: Mail): Promise<void> };

/** `greet` rejects unless the mail server answers and accepts our login. It sends nothing. */
export type AskedMailer = Mailer & { greet(): Promise<void> };

export type MailSite = { baseUrl: string; serviceName: string };
export type MailLanguage = 'es' | 'en';

/** `isHeld`: another account that has not proved this address has it, and would lose it. */
export type ConfirmationMail = (
  site: MailSite,
  to: string,
  link: string,
  isHeld: boolean,
  language: MailLanguage,
) => Mail;
