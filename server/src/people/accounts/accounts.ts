/** Creating and changing accounts and people. */

import { type Actor, OPERATOR, personOf, type RequestOrigin } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { firstOwnerOf, type NewId, type PersonId } from '../../kernel/ids.ts';
import type { Person, PersonChange, PersonStore } from '../persons/ports.ts';
import type { Account, AccountChange, AccountStore } from './ports.ts';

type NewAccount = {
  email: string;
  name: string;
  certificates: number;
  language?: Person['language'];
  timeZone?: string | undefined;
  /**
   * Whether somebody has proved to own the address; for accounts that the operator makes, the operator vouches for it.
   */
  isProven?: boolean;
  /** Whether the very first person of this service becomes an operator. */
  firstOperates?: boolean;
};

/** Makes an account and its first owner. `maker`: the operator, or the origin of the sign-up request. */
export async function createAccount(
  ports: { accounts: AccountStore; newId: NewId; now: Clock },
  wanted: NewAccount,
  passwordHash: string | undefined,
  maker: 'operator' | RequestOrigin,
): Promise<{ account: Account; person: Person }> {
  assertTimeZone(wanted.timeZone);
  const now = ports.now();
  const account = newAccount(ports.newId('acct'), wanted, now);
  const isProven = maker === 'operator' || wanted.isProven === true;
  const person = newPerson(firstOwnerOf(account.id), wanted, isProven, now);
  const by = maker === 'operator' ? OPERATOR : personOf(person, maker, 'owner');
  const firstOperates = maker !== 'operator' && wanted.firstOperates === true;
  if (await ports.accounts.create(account, person, passwordHash, by, firstOperates))
    return { account, person };
  throw emailTaken();
}

/** Opens an account for somebody who already is a person of the service. */
export async function openFurtherAccount(
  ports: { accounts: AccountStore; newId: NewId; now: Clock },
  { freeCertificates, accountsPerPerson }: { freeCertificates: number; accountsPerPerson: number },
  person: Person,
  name: string,
  origin: RequestOrigin,
): Promise<Account> {
  const wanted = { name, certificates: freeCertificates, timeZone: person.timeZone };
  const account = newAccount(ports.newId('acct'), wanted, ports.now());
  const by = personOf(person, origin, 'owner');
  if (await ports.accounts.open(account, person.id, accountsPerPerson, by)) return account;
  throw new AppError('too_many_accounts', {
    en: `A person may open ${accountsPerPerson} accounts here, closed ones and those handed over included. Ask the operator of the service for another, or to be invited to an account that exists.`,
    es: `Aquí una persona puede abrir ${accountsPerPerson} cuentas, contando las cerradas y las traspasadas. Pida otra al operador del servicio, o que le inviten a una que ya exista.`,
  });
}

function newAccount(
  id: Account['id'],
  { name, certificates, timeZone }: Pick<NewAccount, 'name' | 'certificates' | 'timeZone'>,
  now: Date,
): Account {
  return {
    id,
    name,
    certificatesLeft: certificates,
    certificatesGranted: certificates,
    maxRatePerMinute: undefined,
    maxMonthlyQuota: undefined,
    createdAt: now,
    timeZone,
    keepFilesDays: undefined,
    fourEyes: false,
    showsName: true,
    requireSecondFactor: false,
    suspendedAt: undefined,
    deletionRequestedAt: undefined,
    closedAt: undefined,
  };
}

export function newPerson(
  id: PersonId,
  wanted: Pick<NewAccount, 'email' | 'name' | 'language' | 'timeZone'>,
  isProven: boolean,
  now: Date,
): Person {
  return {
    id,
    email: wanted.email.normalize('NFC'),
    name: wanted.name,
    createdAt: now,
    emailProvenAt: isProven ? now : undefined,
    keysInDoubtSince: undefined,
    language: wanted.language,
    timeZone: wanted.timeZone,
    hasAuthenticatorApp: false,
    passkeys: 0,
  };
}

export function emailTaken(): AppError {
  return new AppError('email_taken', {
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
  return ports.accounts.change(
    account.id,
    { ...onlyChanged(account, change), ...switched(account, change) },
    ports.now(),
    by,
  );
}

export async function changePerson(
  ports: { people: PersonStore; now: Clock },
  person: Person,
  change: PersonChange,
  by: Actor,
): Promise<Person> {
  assertTimeZone(change.timeZone);
  const { language } = change;
  const changed = {
    ...onlyChanged(person, change),
    ...(language !== undefined && language !== (person.language ?? null) && { language }),
  };
  return ports.people.change(person.id, changed, ports.now(), by);
}

function switched(
  before: Account,
  { fourEyes, requireSecondFactor, showsName }: AccountChange,
): AccountChange {
  return {
    ...(showsName !== undefined && showsName !== before.showsName && { showsName }),
    ...(fourEyes !== undefined && fourEyes !== before.fourEyes && { fourEyes }),
    ...(requireSecondFactor !== undefined &&
      requireSecondFactor !== before.requireSecondFactor && { requireSecondFactor }),
  };
}

/** Forms send every field; the audit log must name only those that differ. */
function onlyChanged(
  before: Pick<Account, 'name' | 'timeZone'>,
  { name, timeZone }: AccountChange,
): AccountChange {
  return {
    ...(name !== undefined && name !== before.name && { name }),
    ...(timeZone !== undefined && timeZone !== (before.timeZone ?? null) && { timeZone }),
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
