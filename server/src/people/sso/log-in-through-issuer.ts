/**
 * Finds the person for whom the issuer vouches. A person is identified by issuer and subject. An address alone links
 * nobody, unless the operator trusts the issuer's statement that it is verified.
 */

import { personOf, type RequestOrigin } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AccountId, NewId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { sealSecret } from '../../kernel/seal-secret.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import { newPerson } from '../accounts/accounts.ts';
import { type OpenedSession, openSession } from '../login/log-in.ts';
import type { SessionStore } from '../login/ports.ts';
import type { Person, PersonStore } from '../persons/ports.ts';
import { type ClaimedSeat, type IdentityStore, SSO_ID_TOKEN, type Vouched } from './ports.ts';
import { roleFromClaims } from './role-from-claims.ts';
import type { ClaimedRole, SsoSettings } from './settings.ts';

export type SsoLoginPorts = {
  identities: IdentityStore;
  people: PersonStore;
  sessions: SessionStore;
  serverKeys: ServerKeys;
  newId: NewId;
  now: Clock;
  randomBytes: RandomBytes;
};

/**
 * `join` means that the e-mail address of the identity at the issuer already belongs to a person of this service. That
 * person must log in the old way and agree to join the two.
 */
type Outcome = { opened: OpenedSession } | { join: { email: string; role: ClaimedRole | null } };

export async function logInThroughIssuer(
  ports: SsoLoginPorts,
  settings: SsoSettings,
  vouched: Vouched,
  origin: RequestOrigin,
): Promise<Outcome> {
  const known = await ports.identities.find(vouched);
  const found = known ?? (await meet(ports, settings, vouched, origin));
  if ('join' in found) return found;
  if (known !== undefined) await takeRole(ports, settings, vouched, known, origin);
  return { opened: await open(ports, vouched, found, origin) };
}

async function open(
  ports: SsoLoginPorts,
  vouched: Vouched,
  person: Person,
  origin: RequestOrigin,
): Promise<OpenedSession> {
  const found = await ports.people.findByEmail(person.email);
  const { issuer, subject, session } = vouched;
  const sealedIdToken = await sealSecret(ports, SSO_ID_TOKEN, Buffer.from(vouched.idToken));
  const opened =
    found?.person.id === person.id
      ? await openSession(ports, found, origin, {
          isProven: true,
          details: { through: 'single_sign_on' },
          sso: { issuer, subject, session, sealedIdToken },
        })
      : undefined;
  if (opened === undefined) throw notAccepted();
  await ports.identities.noteLogin(vouched, ports.now());
  return opened;
}

/**
 * If roles come from claims, the role is set again at every login. Owners keep theirs, and a seat that was taken away
 * is not given again.
 */
async function takeRole(
  ports: SsoLoginPorts,
  settings: SsoSettings,
  vouched: Vouched,
  person: Person,
  origin: RequestOrigin,
): Promise<void> {
  if (settings.account === undefined || settings.roleClaim === undefined) return;
  const account = settings.account as AccountId;
  const role = roleFromClaims(settings, vouched.claims);
  if (role !== 'refused')
    return ports.identities.setRole(person.id, { account, role }, ports.now(), personOf(person, origin));
  if (await ports.identities.owns(person.id, account)) return;
  await ports.identities.endSessions({ ...vouched, session: undefined }, ports.now());
  throw noRole(settings);
}

/** Handles a person who logs in through the issuer for the first time. */
async function meet(
  ports: SsoLoginPorts,
  settings: SsoSettings,
  vouched: Vouched,
  origin: RequestOrigin,
): Promise<Person | { join: { email: string; role: ClaimedRole | null } }> {
  const { email, isEmailVerified } = vouched;
  if (email === undefined) throw noAddress(settings);
  const seat = firstSeat(settings, vouched);
  const holder = (await ports.people.findByEmail(email))?.person;
  if (holder === undefined) return welcome(ports, settings, { ...vouched, email }, seat, origin);
  if (!settings.trustsEmail || !isEmailVerified) {
    if (settings.isOnly) throw belongsToAnother(settings);
    return { join: { email: holder.email, role: seat?.role ?? null } };
  }
  const by = personOf(holder, origin);
  // The address now belongs to another identity at the issuer than the one that was joined here.
  if (!(await ports.identities.join(vouched, holder.id, seat, ports.now(), by)))
    throw belongsToAnother(settings);
  if (holder.emailProvenAt === undefined) await ports.identities.proveAddress(holder.id, ports.now());
  return holder;
}

async function welcome(
  ports: SsoLoginPorts,
  settings: SsoSettings,
  vouched: Vouched & { email: string },
  seat: ClaimedSeat | undefined,
  origin: RequestOrigin,
): Promise<Person> {
  const { email, name, isEmailVerified } = vouched;
  if (!isEmailVerified) throw notVerified(settings);
  if (seat === undefined && !(await ports.identities.isInvited(email, ports.now()))) throw notInvited();
  const wanted = { email, name: name ?? email };
  const person = newPerson(ports.newId('per'), wanted, true, ports.now());
  const isMade = await ports.identities.create(vouched, person, seat, ports.now(), personOf(person, origin));
  if (!isMade) throw notAccepted();
  return person;
}

function firstSeat(settings: SsoSettings, { claims }: Vouched): ClaimedSeat | undefined {
  if (settings.account === undefined) return undefined;
  const role = roleFromClaims(settings, claims);
  if (role === 'refused') throw noRole(settings);
  return { account: settings.account as AccountId, role };
}

export function notAccepted(): AppError {
  return new AppError('sso_refused', {
    en: 'This login was not accepted. Begin again from the login page.',
    es: 'Este inicio de sesión no se aceptó. Empiece de nuevo desde la página de entrada.',
  });
}

function noAddress({ name }: SsoSettings): AppError {
  return new AppError('sso_refused', {
    en: `${name} did not send your email address. Ask its administrator to send the claim “email”.`,
    es: `${name} no indicó su correo electrónico. Pida a quien lo administra que envíe el dato «email».`,
  });
}

function notVerified({ name }: SsoSettings): AppError {
  return new AppError('sso_refused', {
    en: `${name} has not verified your email address, so you cannot log in with it here. Verify it there and come back.`,
    es: `${name} no ha comprobado su correo electrónico, así que no puede entrar con él aquí. Compruébelo allí y vuelva.`,
  });
}

function notInvited(): AppError {
  return new AppError('sso_refused', {
    en: 'You need an invitation. Ask somebody who has an account here to invite your address.',
    es: 'Necesita una invitación. Pida a alguien que tenga una cuenta aquí que invite a su correo.',
  });
}

function noRole({ name }: SsoSettings): AppError {
  return new AppError('sso_refused', {
    en: `${name} gives you no role in this service. Ask its administrator.`,
    es: `${name} no le da ningún rol en este servicio. Pregunte a quien lo administra.`,
  });
}

function belongsToAnother({ name }: SsoSettings): AppError {
  return new AppError('sso_refused', {
    en: `Your address at ${name} already belongs to another person in this service. Ask the operator of this service.`,
    es: `En este servicio, su correo de ${name} ya es de otra persona. Pregunte al operador de este servicio.`,
  });
}
