/** Creating and changing accounts. */

import { type Actor, OPERATOR, personOf, type RequestOrigin } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { Account, AccountChange, AccountStore } from './ports.ts';

type NewAccount = {
  email: string;
  name: string;
  certificates: number;
  language?: Account['language'];
  timeZone?: string | undefined;
  /** Whether somebody has proved to own the address; the operator vouches for theirs. */
  isProven?: boolean;
};

/** `maker`: the operator, or the origin of the sign-up request. */
export async function createAccount(
  ports: { accounts: AccountStore; newId: NewId; now: Clock },
  wanted: NewAccount,
  passwordHash: string | undefined,
  maker: 'operator' | RequestOrigin,
): Promise<Account> {
  assertTimeZone(wanted.timeZone);
  const now = ports.now();
  const account: Account = {
    id: ports.newId('acct'),
    email: wanted.email,
    name: wanted.name,
    certificatesLeft: wanted.certificates,
    maxRatePerMinute: undefined,
    maxMonthlyQuota: undefined,
    createdAt: now,
    emailProvenAt: maker === 'operator' || wanted.isProven ? now : undefined,
    keysInDoubtSince: undefined,
    language: wanted.language,
    timeZone: wanted.timeZone,
    keepFilesDays: undefined,
    hasAuthenticatorApp: false,
    passkeys: 0,
    deletionRequestedAt: undefined,
    closedAt: undefined,
  };
  const by = maker === 'operator' ? OPERATOR : personOf(account, maker);
  if (await ports.accounts.create(account, passwordHash, by)) return account;
  throw new AppError('email_taken', {
    en: 'There is already an account with this `email`. Log in instead.',
    es: 'Ya existe una cuenta con este `email`. Inicie sesión.',
  });
}

export async function changeAccount(
  ports: { accounts: AccountStore; now: Clock },
  account: Account,
  change: AccountChange,
  by: Actor,
): Promise<Account> {
  assertTimeZone(change.timeZone);
  return ports.accounts.change(account.id, onlyChanged(account, change), ports.now(), by);
}

/** Forms send every field; the audit log must name only those that differ. */
function onlyChanged(account: Account, { name, language, timeZone }: AccountChange): AccountChange {
  return {
    ...(name !== undefined && name !== account.name && { name }),
    ...(language !== undefined && language !== (account.language ?? null) && { language }),
    ...(timeZone !== undefined && timeZone !== (account.timeZone ?? null) && { timeZone }),
  };
}

/** An IANA time zone name, as browsers report it. */
export function assertTimeZone(name: string | null | undefined): void {
  if (name === undefined || name === null || isTimeZone(name)) return;
  throw new AppError('validation_failed', {
    en: '`time_zone` must be a name from the IANA time zone database, for example America/Mexico_City.',
    es: '`time_zone` debe ser un nombre de la base de datos IANA, por ejemplo America/Mexico_City.',
  });
}

function isTimeZone(name: string): boolean {
  // `Intl` also accepts offsets such as +06:00, but those ignore daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
