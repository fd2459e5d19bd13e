/** How a member logs in: with a mailed code, or with a link from a registrar. */

import { memberOf, type RequestOrigin } from '../../../kernel/actor.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { AccountId, MemberId } from '../../../kernel/ids.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import type { Who } from '../../../operations/operation.ts';
import type { Member } from '../../members/member.ts';
import { note } from '../../note-change.ts';
import { codeMail } from '../mail/mails.ts';
import {
  drawSession,
  type EntrancePorts,
  type Entrants,
  type Opened,
  type OpenTools,
} from './enter-by-code.ts';
import { claimOwn, isKnownBrowser } from './own-mailbox.ts';
import { findByAddress, type MemberSession, openSession, useLink } from './pg-sessions.ts';
import { claimTry } from './throttles.ts';

/** Members as people who log in. Two members may share an e-mail address. */
export const MEMBERS: Entrants<Member> = {
  work: 'mail code',
  subjectOf: (address, browser) => ({ address, browser }),
  isKnownBrowser,
  findByAddress,
  codeMail({ baseUrl, accountId }, { first: { email, livemode, locale }, code, council }) {
    const sender = { council, url: `${baseUrl}/my/${accountId}`, livemode };
    return email === undefined ? undefined : codeMail(sender, email, code, locale);
  },
  async open(tools, accountId, chosen, { browser }) {
    const isOwn = await claimOwn(tools, accountId, chosen.id, sha256(browser), tools.now());
    return open(tools, accountId, chosen, { openedBy: 'code', linkMadeBy: undefined, isOwn });
  },
  mailMissing,
};

export async function enterByLink(
  ports: EntrancePorts,
  accountId: AccountId,
  token: string,
  origin: RequestOrigin,
): Promise<Opened> {
  const opened = await ports.records.transaction(async (query) => {
    const used = await useLink({ query }, accountId, sha256(token), ports.now());
    if (used === undefined) return undefined;
    const member = { id: used.memberId, livemode: used.livemode };
    const how = { openedBy: 'link', linkMadeBy: used.madeBy, isOwn: false } as const;
    return open({ ...ports, query }, accountId, member, how);
  });
  if (opened !== undefined) return opened;
  await claimTry(ports, origin);
  throw deadLink();
}

async function open(
  tools: OpenTools,
  accountId: AccountId,
  { id: memberId, livemode }: { id: MemberId; livemode: boolean },
  how: Pick<MemberSession, 'openedBy' | 'linkMadeBy' | 'isOwn'>,
): Promise<Opened> {
  const { token, ...session } = drawSession(tools);
  await openSession(tools, { accountId, memberId, ...how, ...session });
  const who = { accountId, livemode, by: memberOf(memberId) } as Who;
  await note(tools, who, 'member.log_in', memberId, { opened_by: how.openedBy });
  return { token, expiresAt: session.expiresAt };
}

function mailMissing(): AppError {
  return new AppError('mail_not_configured', {
    en: 'This service sends no mail. Ask your council for a link to your page.',
    es: 'Este servicio no envía correo. Pida a su consejo un enlace a su página.',
  });
}

function deadLink(): AppError {
  return new AppError('invalid_token', {
    en: 'The link was used already, or is older than seven days. Ask your council for a new one.',
    es: 'El enlace ya se usó o tiene más de siete días. Pida uno nuevo a su consejo.',
  });
}
