/**
 * Signing up. Where mail is sent, the account is made only once its address is proved, with a password that is chosen
 * then. So nobody can sign up with somebody else's address and wait in the account for them. Where no mail is sent,
 * the account is made at once.
 */

import { shareHolderOf } from '../../http/connection/network-of.ts';
import { isOnLoopback } from '../../http/connection/on-loopback.ts';
import type { HttpSettings } from '../../http/settings.ts';
import type { Site } from '../../http/site.ts';
import type { RequestOrigin } from '../../kernel/actor.ts';
import type { Aside } from '../../kernel/aside.ts';
import type { Clock } from '../../kernel/clock.ts';
import { secondsUntil } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { createAccount } from '../accounts/accounts.ts';
import type { AccountStore } from '../accounts/ports.ts';
import { networkClaims } from '../login/attempt.ts';
import { type OpenedSession, openSession } from '../login/log-in.ts';
import type { SessionStore, Throttle } from '../login/ports.ts';
import type { MailStanding } from '../mail/patient-mailer.ts';
import type { Mailer } from '../mail/ports.ts';
import { assertGoodPassword } from '../passwords/password-rules.ts';
import type { PasswordHasher } from '../passwords/ports.ts';
import { invalidToken } from '../passwords/reset-password.ts';
import type { PersonStore } from '../persons/ports.ts';
import { alreadyMail, confirmMail } from './mails.ts';
import type { SignUp, SignUpStore } from './ports.ts';

const HOUR_MS = 3_600_000;
/** A whole day, because somebody may read the mail only the next morning. */
const CONFIRM_MS = 24 * HOUR_MS;

/** Sign-ups per network, which are counted before anything is hashed or mailed. */
const MAX_SIGN_UPS_PER_NETWORK = 20;
/** These mails are counted apart from those for forgotten passwords; otherwise strangers could use the latter up. */
const MAX_MAILS_PER_ADDRESS = 3;

export type SignUpPorts = {
  accounts: AccountStore;
  people: PersonStore;
  signUps: SignUpStore;
  sessions: SessionStore;
  passwords: PasswordHasher;
  throttle: Throttle;
  mail: Mailer | undefined;
  mailStanding: MailStanding | undefined;
  aside: Aside;
  newId: NewId;
  now: Clock;
  randomBytes: RandomBytes;
};

type SignUpSite = Site & { freeCertificates: number } & Pick<HttpSettings, 'host' | 'trustedProxies'>;

/** Makes the account at once, with an address that nobody has proved. */
export async function signUpAtOnce(
  ports: SignUpPorts,
  site: SignUpSite,
  wanted: SignUp,
  password: string,
  origin: RequestOrigin,
): Promise<OpenedSession> {
  await claimSignUp(ports, signUpsFrom(origin));
  await assertGoodPassword('password', password, { ...wanted, ...site });
  const passwordHash = await ports.passwords.hash(password, {
    lane: 'sign_up',
    holder: shareHolderOf(origin.ip ?? ''),
  });
  return openAccount(ports, site, { ...wanted, isProven: false }, passwordHash, origin);
}

/**
 * Gives the same answer, equally fast, whether the address has an account or not. `language`: for people who have
 * chosen none.
 */
export async function mailSignUp(
  ports: SignUpPorts,
  mail: Mailer,
  site: SignUpSite,
  wanted: SignUp,
  origin: RequestOrigin,
  language: 'es' | 'en',
): Promise<void> {
  const subject = sha256(`sign-up address\n${await ports.people.fold(wanted.email)}`);
  const mails = { subject, ceiling: MAX_MAILS_PER_ADDRESS, windowMs: HOUR_MS };
  await claimSignUp(ports, [...signUpsFrom(origin), mails]);
  ports.aside.start('mail sign-up', async () => {
    const holder = (await ports.people.findByEmail(wanted.email))?.person;
    if (holder?.emailProvenAt !== undefined) {
      await mail.send(alreadyMail(site, holder.email, holder.language ?? language));
      return;
    }
    const token = Buffer.from(ports.randomBytes(32)).toString('base64url');
    await ports.signUps.add(wanted, sha256(token), new Date(ports.now().getTime() + CONFIRM_MS));
    // The token comes after the #. Browsers do not send that part, so no proxy logs it.
    const link = `${site.baseUrl}/dashboard/confirm-signup#token=${token}`;
    await mail.send(confirmMail(site, wanted.email, link, holder !== undefined, wanted.language ?? language));
  });
}

/** The holder of the token owns the mailbox, so the address is theirs, even if an unproven account has it. */
export async function confirmSignUp(
  ports: SignUpPorts,
  site: SignUpSite,
  token: string,
  password: string,
  origin: RequestOrigin,
): Promise<OpenedSession> {
  const wanted = await ports.signUps.find(sha256(token), ports.now());
  if (wanted === undefined) throw invalidToken();
  await assertGoodPassword('password', password, { ...wanted, ...site });
  const passwordHash = await ports.passwords.hash(password, { lane: 'known', holder: wanted.email });
  await ports.people.giveUpUnproven(wanted.email, ports.now());
  const opened = await openAccount(ports, site, { ...wanted, isProven: true }, passwordHash, origin);
  await ports.signUps.forget(wanted.email);
  return opened;
}

async function openAccount(
  ports: SignUpPorts,
  site: SignUpSite,
  wanted: SignUp & { isProven: boolean },
  passwordHash: string,
  origin: RequestOrigin,
): Promise<OpenedSession> {
  const made = await createAccount(
    ports,
    // If the service is reachable only from its own machine, everybody who reaches it could run `sello operator`
    // anyway.
    { ...wanted, certificates: site.freeCertificates, firstOperates: isOnLoopback(site) },
    passwordHash,
    origin,
  );
  const { person, account } = made;
  const known = await ports.people.findByEmail(person.email);
  const isOurs = known?.person.id === person.id && known.passwordHash === passwordHash;
  const seat = { account, role: 'owner' as const };
  const opened = isOurs
    ? await openSession(ports, { ...known, seat }, origin, { isProven: true })
    : undefined;
  if (opened === undefined) throw new Error(`${person.id} was changed while it was being made`);
  return opened;
}

export function signUpsFrom(origin: RequestOrigin) {
  return networkClaims('sign-up network', origin, MAX_SIGN_UPS_PER_NETWORK, HOUR_MS);
}

export async function claimSignUp(
  { throttle, now }: { throttle: Throttle; now: Clock },
  claims: Parameters<Throttle['claim']>[0],
): Promise<void> {
  const freeAt = await throttle.claim(claims, now());
  if (freeAt === undefined) return;
  throw new AppError(
    'rate_limit_exceeded',
    {
      en: 'Too many sign-ups from your network or for this address. Please try again in {wait}.',
      es: 'Demasiados registros desde su red o con este correo. Intente de nuevo en {wait}.',
    },
    { retryAfterSeconds: secondsUntil(freeAt, now()) },
  );
}
