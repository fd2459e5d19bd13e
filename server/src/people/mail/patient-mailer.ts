/**
 * Sends mail in spite of outages of the mail server. Mails that no server accepted wait in this process and are tried
 * again for an hour; their number is limited. A restart forgets them, because each of these mails can be requested
 * again.
 */

import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { makeUntilDone } from '../../kernel/pacing/until-done.ts';
import type { AskedMailer, Mailer } from './ports.ts';
import { faultOf, wasNotReached } from './smtp.ts';

export type MailOutcome = 'sent' | 'failed' | 'dropped';

/** Counts mails by outcome, for the metrics. */
export type MailCounters = { count(outcome: MailOutcome): void };

export type MailStanding = {
  /** Whether the last attempt found no mail server that takes mails. */
  isFailing(): boolean;
  /**
   * Whether the mail server answers now and accepted the last mail. This connects to the server: otherwise the first
   * mail in an outage would fail only after its caller had got an answer. The caller waits a second at most.
   */
  takesMails(): Promise<boolean>;
  waiting(): number;
};

const MOST_WAITING = 1_000;
const LONGEST_WAIT_MS = 3_600_000;
const GREETED_WITHIN_MS = 1_000;

type PatientPorts = { logger: Logger; now: Clock; counters: MailCounters };

/**
 * `direct` rejects if the mail was not sent, for callers that keep the mail elsewhere. `patient` resolves once it was
 * sent or waits; it rejects if the server refused this mail, which trying again would not change.
 */
export function makePatientMailer(
  mailer: AskedMailer,
  { logger, now, counters }: PatientPorts,
): { direct: Mailer; patient: Mailer; standing: MailStanding } {
  const untilDone = makeUntilDone(logger, MOST_WAITING);
  let isFailing = false;
  const direct: Mailer = {
    async send(mail) {
      try {
        await mailer.send(mail);
        isFailing = false;
        counters.count('sent');
      } catch (error) {
        isFailing = maySucceedLater(error);
        counters.count('failed');
        logger.warn('mail.failed', { error: faultOf(error) });
        throw error;
      }
    },
  };
  const patient: Mailer = {
    async send(mail) {
      const until = now().getTime() + LONGEST_WAIT_MS;
      let refusal: unknown;
      await untilDone('mail', async () => {
        if (now().getTime() > until) return counters.count('dropped');
        await direct.send(mail).catch((error) => {
          // The error is logged by whoever catches it: `untilDone`, or the caller for a refusal.
          const told = new Error(`A mail was not taken: ${faultOf(error)}`);
          if (maySucceedLater(error)) throw told;
          refusal = told;
        });
      });
      if (refusal !== undefined) throw refusal;
    },
  };
  const greets = greeting(mailer);
  const standing: MailStanding = {
    isFailing: () => isFailing,
    takesMails: async () => (await greets()) && !isFailing,
    waiting: untilDone.waiting,
  };
  return { direct, patient, standing };
}

/**
 * Only one question is asked at a time, and everybody who asks before the answer arrives shares it. So many sign-ups
 * at once do not open many connections.
 */
function greeting(mailer: AskedMailer): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined;
  const ask = async () => {
    try {
      await mailer.greet();
      return true;
    } catch {
      return false;
    } finally {
      asked = undefined;
    }
  };
  return async () => {
    asked ??= ask();
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), GREETED_WITHIN_MS);
    const answer = await Promise.race([asked, late]);
    clearTimeout(timer);
    return answer;
  };
}

/**
 * RFC 5321 §4.2.1: a code 4yz is a temporary refusal. If the connection ended without such a code after the server was
 * reached, the server may have accepted the mail.
 */
function maySucceedLater(error: unknown): boolean {
  if (wasNotReached(error)) return true;
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return code >= 400 && code < 500;
}
