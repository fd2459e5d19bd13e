/** Mail servers repeat the address that they refuse in their answers: no address of a member stands in our log. */

import type { Mail, Mailer } from '../../../people/mail/ports.ts';

/** What went wrong, without a word of the server's own. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const parts = ['code', 'command', 'responseCode'].map(
    (name) => (error as unknown as Record<string, unknown>)[name],
  );
  return [error.name, ...parts.filter((part) => part !== undefined)].join(' ');
}

/** Rejects with what may be logged. */
export async function sendQuietly(mailer: Mailer, mail: Mail): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    throw new Error(`A mail to a member was not taken: ${faultOf(error)}`);
  }
}
