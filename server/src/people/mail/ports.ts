/** The port for sending mail. */

export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** The same for whoever shows HTML. */
  html?: string;
};

export type Mailer = { send(mail: Mail): Promise<void> };
