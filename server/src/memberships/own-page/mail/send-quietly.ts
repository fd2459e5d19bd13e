/**
 * Mail servers repeat refused addresses in their answers, so these are not logged: no member's address may be in our
 * log.
 */

import type { Mail, Mailer } from '../../../people/mail/ports.ts';

/** The kind of failure, without the server's own text. */
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
