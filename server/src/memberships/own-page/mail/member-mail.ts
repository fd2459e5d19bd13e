/**
 * Mails members about the end of their term and about decisions on their requested corrections, and their diplomas.
 *
 * Crash points. A mail is claimed in the database, in a transaction of its own, before it is sent. After a kill between
 * the two, that mail is never sent; no mail is sent twice. The claim is given back only if the mail server was not
 * reached, because then nothing was sent; a kill before that also loses the mail.
 */

import type { Duties } from '../../../database/duties.ts';
import type { Database } from '../../../database/pool.ts';
import type { BlobStore } from '../../../files/ports.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import { startLoop } from '../../../kernel/pacing/start-loop.ts';
import type { Mailer } from '../../../people/mail/ports.ts';
import { faultOf, wasNotReached } from '../../../people/mail/smtp.ts';
import { mailDiplomas } from '../../diplomas/mail-diplomas.ts';
import { tellReviews } from '../../draws/tell-reviews.ts';
import { remindMembers } from '../reminders/remind-members.ts';
import { tellDecisions } from '../requests/tell-decisions.ts';
import type { SendClaimed } from './claimed.ts';

type Written = { sent: number; failed: number };

export type MemberMail = { round(isStopping?: () => boolean): Promise<Written> };

type MemberMailPorts = {
  records: Database;
  blobs: Pick<BlobStore, 'open'>;
  mail: Mailer | undefined;
  now: Clock;
  logger: Logger;
};

/** Undefined if no mail is sent. */
export function openMemberMail(
  { records, blobs, mail, now, logger }: MemberMailPorts,
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
          // If the mail server cannot be reached, the other mails of this round would fail too.
          if (wasNotReached(error)) {
            await claimed.giveBack();
            throw error;
          }
          logger.warn('members.not_written', { error: faultOf(error) });
        }
      };
      await tellDecisions({ records, now, baseUrl }, send, isStopping);
      await tellReviews({ records, now, baseUrl }, send, isStopping);
      await mailDiplomas({ records, blobs, now, baseUrl }, send, isStopping);
      await remindMembers({ records, now, baseUrl }, send, isStopping);
      return done;
    },
  };
}

const WRITE_EVERY_MS = 60_000;

/**
 * Only one process mails at a time. Each mail is also claimed before it is sent, so two processes would not send one
 * mail twice either.
 */
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
