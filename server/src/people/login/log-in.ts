/** Logging in: throttled before any work is done, with the same answer for a wrong address and a wrong password. */

import type { AuditLog } from '../../audit/ports.ts';
import { shareHolderOf } from '../../http/connection/network-of.ts';
import { personOf, type RequestOrigin } from '../../kernel/actor.ts';
import type { Aside } from '../../kernel/aside.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import type { PasskeyStore } from '../passkeys/ports.ts';
import type { HashTurn, PasswordHasher } from '../passwords/ports.ts';
import type { Person, PersonStore, Seat } from '../persons/ports.ts';
import type { SecondFactorStore } from '../second-factor/ports.ts';
import {
  type FactorProof,
  invalidSecondFactor,
  judgeSecondFactor,
  secondFactorRequired,
} from '../second-factor/second-factor.ts';
import { type Caller, claimInside, claimLogin } from './attempt.ts';
import { deviceFor, type KnownDevice } from './known-devices.ts';
import type { Session, SessionStore, SsoSession, Throttle, Visit } from './ports.ts';
import { makeSession } from './sessions.ts';

const PROVEN_MS = 5 * 60_000;

type Login = { email: string; password: string; proof: FactorProof };

/** `seat`: in the account used last. */
export type OpenedSession = { person: Person; seat: Seat | undefined; token: string; expiresAt: Date };

export type OwnPasswordPorts = {
  people: PersonStore;
  passwords: PasswordHasher;
  throttle: Throttle;
  now: Clock;
};

export type LoginPorts = {
  people: PersonStore;
  passwords: PasswordHasher;
  sessions: SessionStore;
  secondFactors: SecondFactorStore;
  passkeys: PasskeyStore;
  serverKeys: ServerKeys;
  throttle: Throttle;
  audit: AuditLog;
  aside: Aside;
  newId: NewId;
  now: Clock;
  randomBytes: RandomBytes;
};

/** What a browser brings to a login: its device cookie, and the person who is already logged in there. */
export type Browser = { devices: readonly KnownDevice[]; visit: Visit | undefined };

export async function logIn(
  ports: LoginPorts,
  login: Login,
  browser: Browser,
  origin: RequestOrigin,
): Promise<OpenedSession & { isNewDevice: boolean }> {
  const folded = await ports.people.fold(login.email);
  const knownBy = await knownAs(ports, folded, browser);
  const attempt = await claimLogin(ports, folded, { origin, knownBy });
  const turn: HashTurn =
    knownBy === undefined
      ? { lane: 'strangers', holder: shareHolderOf(origin.ip ?? '') }
      : { lane: 'known', holder: folded };
  const known = await attempt.unlessOurFault(async () => {
    const found = await ports.people.findByEmail(login.email);
    const matches = await ports.passwords.verify(login.password, found?.passwordHash, turn);
    return found && { ...found, matches };
  });
  if (known === undefined) throw wrongLogin();
  const { person } = known;
  if (!known.matches) {
    noteFailure(ports, person, origin, 'password');
    throw wrongLogin();
  }
  const isFamiliar = knownBy !== undefined || deviceFor(browser.devices, folded) !== undefined;
  const factor = await attempt.unlessOurFault(() =>
    judgeSecondFactor(ports, person, login.proof, isFamiliar),
  );
  if (factor === 'missing') {
    // A missing code is neither a failure nor a success: earlier wrong codes stay counted.
    await attempt.giveBack();
    throw secondFactorRequired();
  }
  if (factor === 'wrong') {
    noteFailure(ports, person, origin, 'second_factor');
    throw invalidSecondFactor(login.proof);
  }
  const opened = await openSession(ports, known, origin, {
    isProven: knownBy !== undefined || factor !== 'none',
    details: { second_factor: factor },
  });
  if (opened === undefined) throw credentialsChanged();
  await attempt.forget();
  return { ...opened, isNewDevice: knownBy === undefined };
}

/**
 * How the browser is known: by a device cookie for the present password and factor, or by a live session of the person
 * with this address.
 */
export async function knownAs(
  ports: { people: PersonStore },
  folded: string,
  { devices, visit }: Browser,
): Promise<Caller['knownBy']> {
  const device = deviceFor(devices, folded);
  if (device !== undefined && device.mark === (await ports.people.credentialsMark(folded)))
    return { device: device.id };
  if (visit === undefined || (await ports.people.fold(visit.person.email)) !== folded) return undefined;
  return { session: visit.session.id };
}

/** Undefined when the password or a factor has changed since they were checked. */
export async function openSession(
  ports: { sessions: SessionStore; newId: NewId; now: Clock; randomBytes: RandomBytes },
  { person, seat, mark }: { person: Person; seat: Seat | undefined; mark: string },
  origin: RequestOrigin,
  { isProven, details = {}, sso }: { isProven: boolean; details?: Record<string, unknown>; sso?: SsoSession },
): Promise<OpenedSession | undefined> {
  const { token, session } = makeSession(ports, person.id, sso);
  const note = {
    accountId: person.id,
    at: session.createdAt,
    action: 'session.open',
    by: personOf(person, origin),
    target: session.id,
    details,
  } as const;
  const isOpen = await ports.sessions.open(session, mark, note, isProven);
  return isOpen ? { person, seat, token, expiresAt: session.expiresAt } : undefined;
}

/**
 * Checks the password of a person who is logged in, before changes that a stolen cookie must not be able to
 * make. Throttled per session. Returns the mark of what was checked, for changes that apply only while it is the same.
 */
export async function assertOwnPassword(
  ports: OwnPasswordPorts,
  { person, session }: Visit,
  password: string,
): Promise<string> {
  const proven = await provenAtIssuer(ports, person, session);
  if (proven !== undefined) return proven;
  const attempt = await claimInside(ports, session.id);
  const known = await attempt.unlessOurFault(async () => {
    const found = await ports.people.findByEmail(person.email);
    // The address may have become another person's a moment ago.
    const own = found?.person.id === person.id ? found : undefined;
    const turn: HashTurn = { lane: 'known', holder: person.id };
    return (await ports.passwords.verify(password, own?.passwordHash, turn)) ? own?.mark : undefined;
  });
  if (known === undefined) {
    throw new AppError('wrong_password', {
      en: 'The password is wrong.',
      es: 'La contraseña no es correcta.',
    });
  }
  await attempt.giveBack();
  return known;
}

/**
 * People who have just proved their identity at the issuer need not give a password, because many of them have none.
 */
async function provenAtIssuer(
  { people, now }: OwnPasswordPorts,
  person: Person,
  session: Session,
): Promise<string | undefined> {
  const until = provenAtIssuerUntil(session);
  if (until === undefined || until < now()) return undefined;
  const found = await people.findByEmail(person.email);
  return found?.person.id === person.id ? found.mark : undefined;
}

export function provenAtIssuerUntil({ sso }: Session): Date | undefined {
  return sso?.provenAt && new Date(sso.provenAt.getTime() + PROVEN_MS);
}

/**
 * Writes the entry in the background, so that the response time does not reveal that the person exists. The throttle
 * limits the number of entries.
 */
export function noteFailure(
  ports: LoginPorts,
  person: Person,
  origin: RequestOrigin,
  wrong: 'password' | 'second_factor' | 'passkey',
): void {
  const note = { accountId: person.id, at: ports.now(), by: personOf(person, origin), details: { wrong } };
  ports.aside.start('note failed login', () => ports.audit.write({ ...note, action: 'session.open_failed' }));
}

/** Only a caller who knew the right password gets this error. */
function credentialsChanged(): AppError {
  return new AppError('unauthorized', {
    en: 'The password or the second factor was changed a moment ago. Log in again.',
    es: 'La contraseña o el segundo factor cambió hace un momento. Inicie sesión de nuevo.',
  });
}

function wrongLogin(): AppError {
  return new AppError('unauthorized', {
    en: 'The e-mail address or the password is wrong.',
    es: 'El correo electrónico o la contraseña no son correctos.',
  });
}
