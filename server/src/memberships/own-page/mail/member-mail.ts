/**
 * Writes to members: that their term ends, and what became of a correction that they asked for.
 *
 * Crash points. A mail is claimed in the database, in a transaction of its own, before it is sent. A kill between the two
 * costs that mail: it is never sent, and never sent twice. Only where the mail server was not even reached is the claim
 * given back, since then nothing can have been sent; a kill before that costs the mail too.
 */

import type { Duties } from '../../../database/duties.ts';
import type { Database } from '../../../database/pool.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import { startLoop } from '../../../kernel/pacing/start-loop.ts';
import type { Mailer } from '../../../people/mail/ports.ts';
import { wasNotReached } from '../../../people/mail/smtp.ts';
import { remindMembers } from '../reminders/remind-members.ts';
import { tellDecisions } from '../requests/tell-decisions.ts';
import type { SendClaimed } from './claimed.ts';
import { faultOf } from './send-quietly.ts';

type Written = { sent: number; failed: number };

export type MemberMail = { round(isStopping?: () => boolean): Promise<Written> };

type MemberMailPorts = {
  records: Database;
  mail: Mailer | undefined;
  now: Clock;
  logger: Logger;
};

/** Undefined where no mail is sent. */
export function openMemberMail(
  { records, mail, now, logger }: MemberMailPorts,
  { baseUrl }: { baseUrl: string },
): MemberMail | undefined {
  if (mail === undefined) return undefined;
  return {
    async round(isStopping = () => false) {
      const done = { sent: 0, failed: 0 };
      const send: SendClaimed = async (claimed) => {
        try {
          await mail.send(claimed.mail);
          done.sent += 1;
        } catch (error) {
          done.failed += 1;
          // The server is away: the others of this round would not arrive either.
          if (wasNotReached(error)) {
            await claimed.giveBack();
            throw error;
          }
          logger.warn('members.not_written', { error: faultOf(error) });
        }
      };
      await tellDecisions({ records, now, baseUrl }, send, isStopping);
      await remindMembers({ records, now, baseUrl }, send, isStopping);
      return done;
    },
  };
}

const WRITE_EVERY_MS = 60_000;

/** One process does it; each mail is claimed before it is sent, so two would not send one twice either. */
export function startMemberMail(
  ports: { duties: Duties; logger: Logger },
  memberMail: MemberMail,
): () => Promise<void> {
  return startLoop(ports, 'mails to members', WRITE_EVERY_MS, async (isStopping) => {
    if (!(await ports.duties.take('mail members'))) return;
    const { sent, failed } = await memberMail.round(isStopping);
    if (sent + failed > 0) ports.logger.info('members.written', { sent, failed });
  });
}
