/** Inviting somebody by their address, inviting again, and taking an invitation back. */

import type { Database } from '../../database/pool.ts';
import { invalidField } from '../../http/text-rules.ts';
import type { Aside } from '../../kernel/aside.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import { sha256 } from '../../kernel/sha256.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import type { Throttle } from '../login/ports.ts';
import type { Mailer, MailLanguage, MailSite } from '../mail/ports.ts';
import type { PersonStore } from '../persons/ports.ts';
import { claimMails } from './mail-claims.ts';
import { invitedMail } from './mails.ts';
import { noteTeam } from './note-team.ts';
import {
  countPending,
  findInvitation,
  insertInvitation,
  markRevoked,
  readInviter,
  renewInvitation,
} from './pg-invitations.ts';
import { hasSeatWithAddress, lockTeam } from './pg-team.ts';
import { assertMayGive, noSuchInvitation } from './rights.ts';
import type { Role } from './roles.ts';
import { type Invitation, invitationEnd, MAX_PENDING, newSecret } from './team.ts';

const MAX_AN_HOUR = 20;

export type InvitePorts = {
  throttle: Throttle;
  people: Pick<PersonStore, 'findByEmail'>;
  mail: Mailer | undefined;
  aside: Aside;
};

type MadeInvitation = {
  invitation: Invitation;
  secret: string;
  account: string;
  inviter: string | undefined;
};

type InviteTools = Tools & Pick<InvitePorts, 'mail'>;

/**
 * Counts an invitation, because it may be a mail to a stranger. Runs before the transaction, and after all checks that
 * need no count.
 */
export async function claimInvitation(
  ports: { throttle: Throttle; now: Clock; records: Pick<Database, 'query'> },
  who: Who,
  { email, isNew = true }: { email: string; isNew?: boolean },
): Promise<void> {
  const now = ports.now();
  if (isNew) await assertRoom(ports.records, who, now);
  await claimMails(ports, {
    accountId: who.accountId,
    what: 'invitations',
    mostAnHour: MAX_AN_HOUR,
    addresses: [email],
    refusal: {
      en: `An account may send ${MAX_AN_HOUR} invitations an hour, and a few a day to one address. Try again in {wait}.`,
      es: `Una cuenta puede enviar ${MAX_AN_HOUR} invitaciones por hora y unas cuantas al día a un mismo correo. Intente de nuevo en {wait}.`,
    },
  });
}

/** Reveals no more of the address than GET /people does. */
export async function assertNoSeat(
  { query }: Pick<Tools, 'query'>,
  { accountId }: Who,
  email: string,
): Promise<void> {
  if (!(await hasSeatWithAddress(query, accountId, email))) return;
  throw invalidField(
    '`email`',
    'already has a seat in this account; change its role instead.',
    'ya tiene un lugar en esta cuenta; cambie mejor su rol.',
  );
}

export async function invite(
  tools: InviteTools,
  who: Who,
  wanted: { email: string; role: Role },
): Promise<MadeInvitation> {
  const { query, mail } = tools;
  const now = tools.now();
  assertMayGive(who, wanted.role);
  await lockTeam(query, who.accountId);
  await assertNoSeat(tools, who, wanted.email);
  await assertRoom(tools, who, now);
  const secret = newSecret(tools.randomBytes, mail !== undefined);
  const invitation: Invitation = {
    id: tools.newId('inv'),
    accountId: who.accountId,
    email: wanted.email.normalize('NFC'),
    role: wanted.role,
    invitedBy: who.by.id,
    createdAt: now,
    expiresAt: invitationEnd(now),
    status: 'pending',
  };
  await insertInvitation(query, invitation, sha256(secret));
  const happening = { action: 'person.invite', target: invitation.id, seat: invitation.role } as const;
  await noteTeam(query, who.accountId, who.by, now, happening);
  return withNames(tools, invitation, secret);
}

/** A person who resends an invitation becomes its sender. The old secret no longer works. */
export async function inviteAgain(tools: InviteTools, who: Who, id: string): Promise<MadeInvitation> {
  const { query, mail } = tools;
  const now = tools.now();
  await lockTeam(query, who.accountId);
  const before = await findOpen(tools, who, id);
  if (before.status === 'expired') await assertRoom(tools, who, now);
  const secret = newSecret(tools.randomBytes, mail !== undefined);
  const expiresAt = invitationEnd(now);
  await renewInvitation(query, before.id, { secretHash: sha256(secret), expiresAt, invitedBy: who.by.id });
  const happening = { action: 'invitation.resend', target: before.id, seat: before.role } as const;
  await noteTeam(query, who.accountId, who.by, now, happening);
  const after: Invitation = { ...before, expiresAt, invitedBy: who.by.id, status: 'pending' };
  return withNames(tools, after, secret);
}

export async function revokeInvitation(tools: Tools, who: Who, id: string): Promise<void> {
  const now = tools.now();
  await lockTeam(tools.query, who.accountId);
  const invitation = await findOpen(tools, who, id);
  await markRevoked(tools.query, invitation.id, now);
  const happening = { action: 'invitation.revoke', target: invitation.id, seat: invitation.role } as const;
  await noteTeam(tools.query, who.accountId, who.by, now, happening);
}

/** Finds an open invitation whose role the caller may give. */
export async function findOpen(
  { query, now }: Pick<Tools, 'query' | 'now'>,
  who: Who,
  id: string,
): Promise<Invitation> {
  const invitationId = parseId('inv', id);
  const found = invitationId && (await findInvitation(query, who.accountId, invitationId, now()));
  if (found === undefined || found.status === 'accepted' || found.status === 'revoked')
    throw noSuchInvitation();
  assertMayGive(who, found.role);
  return found;
}

/** The secret comes after the `#`. Browsers do not send that part, so no proxy logs it. */
export function linkOf({ baseUrl }: Pick<MailSite, 'baseUrl'>, secret: string): string {
  return `${baseUrl}/dashboard/invitation#${secret}`;
}

/**
 * Mails in the background, in the language that the invited person has chosen, or else in `language`, the inviting
 * person's.
 */
export function mailInvitation(
  { mail, people, aside }: InvitePorts,
  site: MailSite,
  { invitation, secret, account, inviter }: MadeInvitation,
  language: MailLanguage,
): void {
  if (mail === undefined) return;
  const { email: to, role, expiresAt } = invitation;
  const invited = { to, role, expiresAt, account, inviter, link: linkOf(site, secret) };
  aside.start('mail invitation', async () => {
    const known = await people.findByEmail(to);
    await mail.send(invitedMail(site, invited, known?.person.language ?? language));
  });
}

async function withNames(
  tools: InviteTools,
  invitation: Invitation,
  secret: string,
): Promise<MadeInvitation> {
  const { accountName, inviterName } = await readInviter(tools.query, invitation);
  return { invitation, secret, account: accountName, inviter: inviterName };
}

async function assertRoom({ query }: Pick<Tools, 'query'>, { accountId }: Who, now: Date): Promise<void> {
  if ((await countPending(query, accountId, now)) < MAX_PENDING) return;
  throw new AppError('too_many_invitations', {
    en: `${MAX_PENDING} invitations of this account wait for an answer, which is the most there can be. Revoke one first.`,
    es: `${MAX_PENDING} invitaciones de esta cuenta esperan respuesta, que es lo máximo. Antes revoque alguna.`,
  });
}
