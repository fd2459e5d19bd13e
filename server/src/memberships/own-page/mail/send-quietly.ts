/** Sends mails to members. Its errors may be logged, because they do not contain the member's address. */

import type { Mail, Mailer } from '../../../people/mail/ports.ts';
import { faultOf } from '../../../people/mail/smtp.ts';

/** Rejects with an error that may be logged. */
export async function sendQuietly(mailer: Mailer, mail: Mail): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    throw new Error(`A mail to a member was not taken: ${faultOf(error)}`);
  }
}
