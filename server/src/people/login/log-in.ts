/** Logging in: throttled before any work is done, with the same answer for a wrong address and a wrong password. */

import { personOf } from '../../audit/audit-log.ts';
import type { AuditLog, RequestOrigin } from '../../audit/ports.ts';
import { networkOf } from '../../http/connection/network-of.ts';
import type { Aside } from '../../kernel/aside.ts';
import type { Clock } from '../../kernel/clock.ts';
import { secondsUntil } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import { sha256 } from '../../kernel/sha256.ts';
import type { Account, AccountStore } from '../accounts/ports.ts';
import type { PasswordHasher } from '../passwords/ports.ts';
import type { SecondFactorStore } from '../second-factor/ports.ts';
import { checkSecondFactor, invalidSecondFactor } from '../second-factor/second-factor.ts';
import type { SessionStore, Throttle } from './ports.ts';
import { makeSession } from './sessions.ts';

/** After this many failures in one window an e-mail address is blocked, whether it has an account or not. */
const MAX_FAILURES_PER_ADDRESS = 10;
/** Higher, because an office shares one IP address; still stops one password being tried on many accounts. */
const MAX_FAILURES_PER_NETWORK = 100;
const WINDOW_MS = 15 * 60_000;

export type Login = { email: string; password: string; code: string | undefined };

export type OpenedSession = { account: Account; token: string; expiresAt: Date };

export type OwnPasswordPorts = {
  accounts: AccountStore;
  passwords: PasswordHasher;
  throttle: Throttle;
  now: Clock;
};

export type LoginPorts = {
  accounts: AccountStore;
  passwords: PasswordHasher;
  sessions: SessionStore;
  secondFactors: SecondFactorStore;
  serverKeys: ServerKeys;
  throttle: Throttle;
  audit: AuditLog;
  aside: Aside;
  newId: NewId;
  now: Clock;
  randomBytes: RandomBytes;
};

export async function logIn(ports: LoginPorts, login: Login, origin: RequestOrigin): Promise<OpenedSession> {
  const attempt = await claimAttempt(ports, login.email, origin);
  const known = await attempt.unlessOurFault(async () => {
    const found = await ports.accounts.findByEmail(login.email);
    const matches = await ports.passwords.verify(login.password, found?.passwordHash);
    return found && { ...found, matches };
  });
  if (known === undefined) throw wrongLogin();
  const { account, passwordHash } = known;
  if (!known.matches) {
    noteFailure(ports, account, origin, 'password');
    throw wrongLogin();
  }
  const factor = await attempt.unlessOurFault(() => checkSecondFactor(ports, account, login.code));
  if (factor === 'missing') {
    // Neither a failure nor a success: earlier wrong codes stay counted.
    await attempt.giveBack();
    throw secondFactorRequired();
  }
  if (factor === 'wrong') {
    noteFailure(ports, account, origin, 'second_factor');
    throw invalidSecondFactor();
  }
  const opened = await openSession(ports, account, passwordHash, origin, { second_factor: factor });
  if (opened === undefined) throw wrongLogin();
  await attempt.forget();
  return opened;
}

/** Undefined when the password has changed since it was checked. */
export async function openSession(
  ports: { sessions: SessionStore; newId: NewId; now: Clock; randomBytes: RandomBytes },
  account: Account,
  passwordHash: string | undefined,
  origin: RequestOrigin,
  details: Record<string, unknown> = {},
): Promise<OpenedSession | undefined> {
  const { token, session } = makeSession(ports, account.id);
  const isOpen = await ports.sessions.open(session, passwordHash, {
    accountId: account.id,
    at: session.createdAt,
    action: 'session.open',
    by: personOf(account, origin),
    target: session.id,
    details,
  });
  return isOpen ? { account, token, expiresAt: session.expiresAt } : undefined;
}

/**
 * Checks the password of a person who is logged in, before changes that a stolen cookie must not be able to
 * make. Throttled like logins. Returns the stored hash, for changes that apply only while it is the same.
 */
export async function assertOwnPassword(
  ports: OwnPasswordPorts,
  account: Account,
  password: string,
  origin: RequestOrigin,
): Promise<string> {
  const attempt = await claimAttempt(ports, account.email, origin);
  const known = await attempt.unlessOurFault(async () => {
    const passwordHash = (await ports.accounts.findByEmail(account.email))?.passwordHash;
    return (await ports.passwords.verify(password, passwordHash)) ? passwordHash : undefined;
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

/** The throttle's subject for logins with this e-mail address. */
export function loginSubject(email: string): Uint8Array {
  return sha256(`login address\n${email.toLowerCase()}`);
}

type Attempt = {
  giveBack(): Promise<void>;
  /** After a login: resets the address but not the network, or an attacker could reset it with their own account. */
  forget(): Promise<void>;
  /** Gives the attempt back if `work` throws: our own failure says nothing about the password. */
  unlessOurFault<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Counts the attempt as a failure before the password is checked, so that of a thousand guesses sent at once
 * all are counted, instead of most being checked before the limit is reached.
 */
async function claimAttempt(
  ports: { throttle: Throttle; now: Clock },
  email: string,
  { ip }: RequestOrigin,
): Promise<Attempt> {
  const address = loginSubject(email);
  const network = sha256(`login network\n${networkOf(ip ?? '')}`);
  const now = ports.now();
  const freeAt = await ports.throttle.claim(
    [
      { subject: address, ceiling: MAX_FAILURES_PER_ADDRESS },
      { subject: network, ceiling: MAX_FAILURES_PER_NETWORK },
    ],
    now,
    new Date(now.getTime() + WINDOW_MS),
  );
  if (freeAt !== undefined) throw tooManyFailures(secondsUntil(freeAt, now));
  const giveBack = () => ports.throttle.giveBack([address, network]);
  return {
    giveBack,
    async forget() {
      await ports.throttle.giveBack([network]);
      await ports.throttle.forget(address);
    },
    async unlessOurFault(work) {
      try {
        return await work();
      } catch (error) {
        await giveBack();
        throw error;
      }
    },
  };
}

/** In the background, so that the response time does not reveal that the account exists. Bounded by the throttle. */
function noteFailure(
  ports: LoginPorts,
  account: Account,
  origin: RequestOrigin,
  wrong: 'password' | 'second_factor',
): void {
  const note = { accountId: account.id, at: ports.now(), by: personOf(account, origin), details: { wrong } };
  ports.aside.start('note failed login', () => ports.audit.write({ ...note, action: 'session.open_failed' }));
}

function wrongLogin(): AppError {
  return new AppError('unauthorized', {
    en: 'The e-mail address or the password is wrong.',
    es: 'El correo electrónico o la contraseña no son correctos.',
  });
}

function tooManyFailures(retryAfterSeconds: number): AppError {
  return new AppError(
    'rate_limit_exceeded',
    {
      en: 'Too many failed logins. Please wait a few minutes.',
      es: 'Demasiados accesos fallidos. Espere unos minutos.',
    },
    { retryAfterSeconds },
  );
}

function secondFactorRequired(): AppError {
  return new AppError('second_factor_required', {
    en: 'Send the `code` of your authenticator app, or a recovery code.',
    es: 'Envíe en `code` el código de su aplicación de autenticación o un código de recuperación.',
  });
}
