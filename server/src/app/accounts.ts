/** People: signing up, logging in and out, and what an operator grants them. */

import { sha256 } from '../domain/access.ts';
import { AppError } from '../domain/errors.ts';
import type { AccountId } from '../domain/ids.ts';
import type { Account, Needs, SessionOrigin } from '../ports.ts';
import { secondsUntil } from './check-access.ts';

export const SESSION_DAYS = 30;

/** After this many wrong passwords for one address, in either case known to us or not, it rests. */
const MAX_FAILURES = 10;
const FAILURE_WINDOW_MS = 15 * 60_000;

export type NewAccount = { email: string; name: string; certificates: number };

export async function createAccount(
  ports: Needs<'accounts' | 'newId' | 'now'>,
  wanted: NewAccount,
  passwordHash: string | undefined,
): Promise<Account> {
  const account: Account = {
    id: ports.newId('acct'),
    email: wanted.email,
    name: wanted.name,
    certificatesLeft: wanted.certificates,
    maxRatePerMinute: undefined,
    maxMonthlyQuota: undefined,
    createdAt: ports.now(),
  };
  if (await ports.accounts.create(account, passwordHash)) return account;
  throw new AppError('email_taken', {
    en: 'There is already an account with this `email`. Log in instead.',
    es: 'Ya existe una cuenta con este `email`. Inicie sesión.',
  });
}

type LoginPorts = Needs<'accounts' | 'passwords' | 'now' | 'randomBytes'>;

/** The account behind an address and a password. One answer for a wrong password and an unknown address. */
export async function checkPassword(ports: LoginPorts, email: string, password: string): Promise<Account> {
  const emailHash = sha256(email.toLowerCase());
  await assertNotThrottled(ports, emailHash);
  const known = await ports.accounts.findByEmail(email);
  const matches = await ports.passwords.verify(password, known?.passwordHash);
  if (known === undefined || !matches) {
    const now = ports.now();
    await ports.accounts.recordLoginFailure(emailHash, now, new Date(now.getTime() + FAILURE_WINDOW_MS));
    throw new AppError('unauthorized', {
      en: 'The e-mail address or the password is wrong.',
      es: 'El correo electrónico o la contraseña no son correctos.',
    });
  }
  await ports.accounts.clearLoginFailures(emailHash);
  return known.account;
}

async function assertNotThrottled(ports: LoginPorts, emailHash: Uint8Array): Promise<void> {
  const now = ports.now();
  const failed = await ports.accounts.loginFailures(emailHash, now);
  if (failed === undefined || failed.failures < MAX_FAILURES) return;
  throw new AppError(
    'rate_limit_exceeded',
    {
      en: 'Too many failed logins for this address. Please wait a few minutes.',
      es: 'Demasiados accesos fallidos para esta dirección. Espere unos minutos.',
    },
    { retryAfterSeconds: secondsUntil(failed.windowEndsAt, now) },
  );
}

/** Opens a session and returns the token for the cookie; only its hash is kept. */
export async function openSession(
  ports: Needs<'accounts' | 'now' | 'randomBytes'>,
  accountId: AccountId,
  origin: SessionOrigin,
): Promise<{ token: string; expiresAt: Date }> {
  const token = Buffer.from(ports.randomBytes(32)).toString('base64url');
  const now = ports.now();
  const expiresAt = new Date(now.getTime() + SESSION_DAYS * 86_400_000);
  await ports.accounts.openSession(accountId, sha256(token), now, expiresAt, origin);
  return { token, expiresAt };
}

export async function findSession(
  ports: Needs<'accounts' | 'now'>,
  token: string,
): Promise<Account | undefined> {
  return ports.accounts.findSession(sha256(token), ports.now());
}

export async function closeSession(ports: Needs<'accounts'>, token: string): Promise<void> {
  await ports.accounts.closeSession(sha256(token));
}
