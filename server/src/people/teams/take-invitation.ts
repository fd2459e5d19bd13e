/**
 * Accepts an invitation: seat, invitation and log change in one transaction, however often and by whomever it is
 * requested.
 */

import type { Query } from '../../database/pool.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { accountSuspended } from '../../operations/refusal.ts';
import type { Mailer } from '../mail/ports.ts';
import type { Person, PersonStore } from '../persons/ports.ts';
import { noteTeam } from './note-team.ts';
import { findInvitationBySecret, markAccepted } from './pg-invitations.ts';
import { addSeat, isSuspended, lockTeam } from './pg-team.ts';
import { type Invitation, maskEmail } from './team.ts';

/** Reads an open invitation without the account's lock, so `takeSeat` must check it again. */
export async function findPending(query: Query, secret: string, now: Date): Promise<Invitation> {
  const found = await findInvitationBySecret(query, sha256(secret), now);
  if (found?.status !== 'pending') throw notGood();
  return found;
}

/**
 * The person is the one who was invited, by an address that they have proved; where no mail is sent nobody can prove one, and
 * the link itself is the proof.
 */
export async function assertInvited(
  ports: { people: Pick<PersonStore, 'fold'>; mail: Mailer | undefined },
  { email }: Invitation,
  person: Person,
): Promise<void> {
  if ((await ports.people.fold(email)) !== (await ports.people.fold(person.email))) throw wrongPerson(email);
  if (ports.mail === undefined || person.emailProvenAt !== undefined) return;
  throw new AppError('email_unproven', {
    en: 'Prove your e-mail address first: log out, choose "Forgot your password?" and open the link that is mailed to you. Then open the invitation again.',
    es: 'Compruebe antes su correo: cierre la sesión, elija «¿Olvidó su contraseña?» y abra el enlace que recibirá. Después abra de nuevo la invitación.',
  });
}

/**
 * Gives the seat and uses the invitation up. If two people accept it at once, the second finds it used. A person who
 * already has a seat keeps it unchanged. After a crash, either everything is stored or nothing.
 */
export async function takeSeat(
  query: Query,
  secret: string,
  person: Pick<Person, 'id'>,
  { by, now }: { by: Actor; now: Date },
): Promise<Invitation> {
  const { accountId } = await findPending(query, secret, now);
  await lockTeam(query, accountId);
  if (await isSuspended(query, accountId)) throw accountSuspended();
  const invitation = await findPending(query, secret, now);
  const { role, invitedBy } = invitation;
  await addSeat(query, { accountId, personId: person.id, role, invitedBy, createdAt: now });
  await markAccepted(query, invitation.id, now);
  const as = { ...by, role };
  await noteTeam(query, accountId, as, now, { action: 'person.join', target: person.id, seat: role });
  return { ...invitation, status: 'accepted' };
}

/** The same refusal as for an invitation that never existed. */
export function notGood(): AppError {
  return new AppError('not_found', {
    en: 'This invitation is not open: it was used or taken back, its seven days are over, or it never existed. Ask for a new one.',
    es: 'Esta invitación no está abierta: ya se usó o se retiró, pasaron sus siete días o nunca existió. Pida una nueva.',
  });
}

function wrongPerson(email: string): AppError {
  const masked = maskEmail(email);
  return new AppError('wrong_person', {
    en: `This invitation is for \`${masked}\`. Log out, and log in or sign up with that address.`,
    es: `Esta invitación es para \`${masked}\`. Cierre la sesión y entre o regístrese con ese correo.`,
  });
}
