/** Mails that tell the owner of an account what was changed in it, so that somebody else's doing is noticed. */

import type { RequestOrigin } from '../../kernel/actor.ts';
import type { Aside } from '../../kernel/aside.ts';
import type { Clock } from '../../kernel/clock.ts';
import { sha256 } from '../../kernel/sha256.ts';
import type { Account } from '../accounts/ports.ts';
import type { Throttle } from '../login/ports.ts';
import { type Notice, noticeMail } from './notices.ts';
import type { Mailer } from './ports.ts';

/** Per account and hour: whoever is in an account must not be able to flood its owner. */
const MAX_NOTICES = 20;
const HOUR_MS = 3_600_000;
/** The last that the old address hears: a thief must not be able to use the count up first. It cannot be repeated. */
const UNCOUNTED: readonly Notice[] = ['mail_changed'];

export type NoticePorts = { mail: Mailer | undefined; throttle: Throttle; aside: Aside; now: Clock };

/** Where a change was made, and the language of who made it, for accounts that have chosen none. */
export type Asker = { origin: RequestOrigin; language: 'es' | 'en' };

/** In the background: a mail server that is slow or away delays no answer. */
export function tellOwner(
  ports: NoticePorts,
  site: { baseUrl: string; serviceName: string },
  account: Account,
  notice: Notice,
  { origin, language }: Asker,
): void {
  const { mail } = ports;
  // An address that nobody proved may be a stranger's.
  if (mail === undefined || account.emailProvenAt === undefined) return;
  const at = ports.now();
  ports.aside.start('mail notice', async () => {
    if (!UNCOUNTED.includes(notice)) {
      const subject = sha256(`notice\n${account.id}`);
      const freeAt = await ports.throttle.claim([{ subject, ceiling: MAX_NOTICES, windowMs: HOUR_MS }], at);
      if (freeAt !== undefined) return;
    }
    await mail.send(noticeMail(site, account, notice, at, origin, account.language ?? language));
  });
}
