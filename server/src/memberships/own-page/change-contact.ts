/**
 * E-mail and phone, which members correct themselves. A new e-mail address takes effect when the member enters a code
 * that was mailed to it.
 */

import type { RequestOrigin } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import type { Mailer } from '../../people/mail/ports.ts';
import { assertEmail } from '../members/apply-input.ts';
import { changeMember } from '../members/change-member.ts';
import { emailKey } from '../members/email-key.ts';
import type { Member } from '../members/member.ts';
import { checkCode, makeCode, wrongCode } from './entrance/codes.ts';
import type { EntrancePorts } from './entrance/enter-by-code.ts';
import { noteNewAddress } from './entrance/own-mailbox.ts';
import { useUpCode } from './entrance/pg-codes.ts';
import type { MemberSession } from './entrance/pg-sessions.ts';
import { claimCode, claimTry } from './entrance/throttles.ts';
import { addressChangedMail, newAddressMail } from './mail/mails.ts';
import { sendQuietly } from './mail/send-quietly.ts';
import type { PageSettings } from './pg-page-settings.ts';

type Council = Pick<PageSettings, 'name'> & { url: string };

/** Gives the same answer whether or not another member has the address, because two members may share one. */
export async function askForNewAddress(
  ports: EntrancePorts,
  who: Who,
  { member, tokenHash: session }: MemberSession,
  council: Council,
  email: string,
  origin: RequestOrigin,
): Promise<void> {
  const mail = mailOf(ports);
  const wanted = assertEmail(email);
  await claimCode(ports, who.accountId, emailKey(wanted), origin);
  const code = await ports.records.transaction((query) =>
    makeCode({ ...ports, query }, who.accountId, { newAddressOf: member.id, session }, wanted),
  );
  ports.aside.start('mail new address', () =>
    sendQuietly(mail, newAddressMail(senderOf(council, member), wanted, code, member.locale)),
  );
}

/** Changes the address. The member's other sessions are closed, and the old address is notified. */
export async function confirmNewAddress(
  ports: EntrancePorts,
  who: Who,
  session: MemberSession,
  council: Council,
  code: string,
  origin: RequestOrigin,
): Promise<void> {
  const of = { newAddressOf: session.member.id, session: session.tokenHash };
  const right = await ports.records.transaction((query) =>
    checkCode({ ...ports, query }, who.accountId, of, code),
  );
  if (right === 'none') await claimTry(ports, origin);
  if (typeof right === 'string') throw wrongCode();
  const { email } = right;
  if (email === undefined) throw wrongCode();
  await ports.records.transaction(async (query) => {
    const tools: Pick<Tools, 'query' | 'now' | 'randomBytes' | 'serverKeys'> = { ...ports, query };
    if (!(await useUpCode(tools, who.accountId, right.subject, right.codeMac))) throw wrongCode();
    await changeMember(tools, who, session.member.id, { email }, { keptSession: session.tokenHash });
    await noteNewAddress(tools, session.member.id, session.isOwn);
  });
  const { mail } = ports;
  const before = session.member.email;
  if (mail === undefined || before === undefined || before === email) return;
  const { member } = session;
  ports.aside.start('mail address changed', () =>
    sendQuietly(mail, addressChangedMail(senderOf(council, member), before, member.locale)),
  );
}

function senderOf({ name, url }: Council, { livemode }: Member) {
  return { council: name, url, livemode };
}

function mailOf({ mail }: EntrancePorts): Mailer {
  if (mail !== undefined) return mail;
  throw new AppError('mail_not_configured', {
    en: 'This service sends no mail, so a new address cannot be proved here. Ask your council to change it.',
    es: 'Este servicio no envía correo, así que aquí no se puede comprobar un correo nuevo. Pida el cambio a su consejo.',
  });
}
