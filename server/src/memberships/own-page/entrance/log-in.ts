/** How a member logs in: with a mailed code, or with a link from a registrar. */

import type { Database } from '../../../database/pool.ts';
import { memberOf, type RequestOrigin } from '../../../kernel/actor.ts';
import type { Aside } from '../../../kernel/aside.ts';
import { AppError, refusedOr } from '../../../kernel/errors.ts';
import type { AccountId, MemberId } from '../../../kernel/ids.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import type { Mailer } from '../../../people/mail/ports.ts';
import { emailKey } from '../../members/email-key.ts';
import type { Member } from '../../members/member.ts';
import { note } from '../../note-change.ts';
import { codeMail } from '../mail/mails.ts';
import { sendQuietly } from '../mail/send-quietly.ts';
import { readPageSettings } from '../pg-page-settings.ts';
import { assertRightCode, makeCode, wrongCode } from './codes.ts';
import { claimOwn, isKnownBrowser } from './own-mailbox.ts';
import { giveTryBack, useUpCode } from './pg-codes.ts';
import { findByAddress, type MemberSession, openSession, useLink } from './pg-sessions.ts';
import { claimCode, claimTry, type ThrottlePorts } from './throttles.ts';

const SESSION_MS = 24 * 3_600_000;

export type EntrancePorts = ThrottlePorts &
  Pick<Tools, 'now' | 'randomBytes' | 'serverKeys'> & {
    records: Pick<Database, 'query' | 'transaction'>;
    aside: Aside;
    mail: Mailer | undefined;
  };

export type Opened = { token: string; expiresAt: Date };

/**
 * Known and unknown addresses get the same answer equally fast: look-up, code and mail happen in the
 * background, and everything except the mail happens for both.
 */
export async function askForCode(
  ports: EntrancePorts,
  baseUrl: string,
  accountId: AccountId,
  email: string,
  browser: string,
  origin: RequestOrigin,
): Promise<void> {
  const { mail } = ports;
  if (mail === undefined) throw mailMissing();
  const address = emailKey(email);
  const isKnown = await isKnownBrowser(ports.records, accountId, address, sha256(browser), ports.now());
  await claimCode(ports, accountId, address, origin, isKnown ? browser : undefined);
  ports.aside.start('mail code', async () => {
    const made = await ports.records.transaction(async (query) => {
      const code = await makeCode({ ...ports, query }, accountId, { address, browser });
      const [first] = await findByAddress({ query }, accountId, address);
      return { code, first, council: (await readPageSettings({ query }, accountId))?.name ?? '' };
    });
    const { first } = made;
    if (first?.email === undefined) return;
    const sender = { council: made.council, url: `${baseUrl}/my/${accountId}`, livemode: first.livemode };
    await sendQuietly(mail, codeMail(sender, first.email, made.code, first.locale));
  });
}

/** Two members share the e-mail address: the person chooses one, with the same code. */
export async function enterByCode(
  ports: EntrancePorts,
  accountId: AccountId,
  given: { email: string; code: string; memberId: string | undefined; browser: string | undefined },
  origin: RequestOrigin,
): Promise<Opened | { choose: Member[] }> {
  await claimTry(ports, origin);
  const address = emailKey(given.email);
  // A browser that never asked has no code: nobody's tries are counted.
  const browser = given.browser ?? '';
  // In its own transaction: a wrong guess stays counted even if the log-in is rolled back.
  const right = await ports.records.transaction((query) =>
    refusedOr(assertRightCode({ ...ports, query }, accountId, { address, browser }, given.code)),
  );
  if (right instanceof AppError) throw right;
  return ports.records.transaction(async (query) => {
    const members = await findByAddress({ query }, accountId, address, { isToEnter: true });
    const chosen = chooseMember(members, given.memberId);
    if (chosen === undefined && members.length > 1) {
      await giveTryBack({ query }, accountId, right.subject);
      return { choose: members };
    }
    if (chosen === undefined) throw wrongCode();
    if (!(await useUpCode({ query }, accountId, right.subject, right.codeMac))) throw wrongCode();
    const isOwn = await claimOwn({ query }, accountId, chosen.id, sha256(browser), ports.now());
    return open({ ...ports, query }, accountId, chosen, { openedBy: 'code', linkMadeBy: undefined, isOwn });
  });
}

function chooseMember(members: readonly Member[], memberId: string | undefined): Member | undefined {
  if (memberId !== undefined) return members.find(({ id }) => id === memberId);
  return members.length === 1 ? members[0] : undefined;
}

export async function enterByLink(
  ports: EntrancePorts,
  accountId: AccountId,
  token: string,
  origin: RequestOrigin,
): Promise<Opened> {
  await claimTry(ports, origin);
  return ports.records.transaction(async (query) => {
    const used = await useLink({ query }, accountId, sha256(token), ports.now());
    if (used === undefined) throw deadLink();
    const member = { id: used.memberId, livemode: used.livemode };
    const how = { openedBy: 'link', linkMadeBy: used.madeBy, isOwn: false } as const;
    return open({ ...ports, query }, accountId, member, how);
  });
}

async function open(
  tools: Pick<Tools, 'query' | 'now' | 'randomBytes'>,
  accountId: AccountId,
  { id: memberId, livemode }: { id: MemberId; livemode: boolean },
  how: Pick<MemberSession, 'openedBy' | 'linkMadeBy' | 'isOwn'>,
): Promise<Opened> {
  const token = Buffer.from(tools.randomBytes(32)).toString('base64url');
  const createdAt = tools.now();
  const expiresAt = new Date(createdAt.getTime() + SESSION_MS);
  await openSession(tools, {
    tokenHash: sha256(token),
    accountId,
    memberId,
    ...how,
    createdAt,
    expiresAt,
  });
  const who = { accountId, livemode, by: memberOf(memberId) } as Who;
  await note(tools, who, 'member.log_in', memberId, { opened_by: how.openedBy });
  return { token, expiresAt };
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
