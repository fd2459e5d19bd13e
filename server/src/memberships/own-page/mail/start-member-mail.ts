/** The loop that writes to members. */

import type { Duties } from '../../../database/duties.ts';
import type { Logger } from '../../../kernel/logger.ts';
import { startLoop } from '../../../kernel/pacing/start-loop.ts';
import type { MemberMail } from './member-mail.ts';

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
