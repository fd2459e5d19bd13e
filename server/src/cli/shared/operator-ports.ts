/** Ports of the operator's commands: the database and its stores, without a server. */

import { makeAuditLog } from '../../audit/pg-audit.ts';
import type { AuditLog } from '../../audit/ports.ts';
import { openForCommand } from '../../database/open-database.ts';
import type { Database } from '../../database/pool.ts';
import type { Clock } from '../../kernel/clock.ts';
import { closeAll, type OnClose } from '../../kernel/closing.ts';
import type { NewId } from '../../kernel/ids.ts';
import { makeNewId, parseId } from '../../kernel/ids.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { systemSurroundings } from '../../kernel/surroundings.ts';
import { makeKeyStore } from '../../keys/pg-keys.ts';
import type { KeyStore } from '../../keys/ports.ts';
import { makeAccountStore } from '../../people/accounts/pg-accounts.ts';
import type { Account, AccountStore } from '../../people/accounts/ports.ts';
import { makeAddressChangeStore } from '../../people/address/pg-address-changes.ts';
import type { AddressChangeStore } from '../../people/address/ports.ts';
import { makePasskeyStore } from '../../people/passkeys/pg-passkeys.ts';
import type { PasskeyStore } from '../../people/passkeys/ports.ts';
import { makePasswordStore } from '../../people/passwords/pg-passwords.ts';
import type { PasswordStore } from '../../people/passwords/ports.ts';
import { makePersonStore } from '../../people/persons/pg-persons.ts';
import type { Person, PersonStore } from '../../people/persons/ports.ts';
import { makeSecondFactorStore } from '../../people/second-factor/pg-second-factors.ts';
import type { SecondFactorStore } from '../../people/second-factor/ports.ts';
import { makeSeatStore } from '../../people/teams/pg-seats.ts';
import type { SeatStore } from '../../people/teams/ports.ts';
import type { Config } from '../../settings.ts';
import { readOperatorConfig } from './operator-config.ts';
import type { Terminal } from './terminal.ts';

export type OperatorPorts = {
  database: Database;
  audit: AuditLog;
  accounts: AccountStore;
  people: PersonStore;
  seats: SeatStore;
  keys: KeyStore;
  addressChanges: AddressChangeStore;
  passwordStore: PasswordStore;
  secondFactors: SecondFactorStore;
  passkeys: PasskeyStore;
  newId: NewId;
  now: Clock;
  randomBytes: RandomBytes;
};

/**
 * Runs `work` on the database. The embedded database is started for it and stopped afterwards, unless it is already
 * running.
 */
export async function withOperatorPorts(
  terminal: Terminal,
  work: (ports: OperatorPorts, config: Config) => Promise<void>,
): Promise<void> {
  const config = readOperatorConfig(terminal);
  const { now, randomBytes } = systemSurroundings(silentLogger);
  const onClose: OnClose = [];
  try {
    const { database } = await openForCommand(config, silentLogger, onClose);
    const ports = {
      database,
      audit: makeAuditLog(database),
      accounts: makeAccountStore(database),
      people: makePersonStore(database),
      seats: makeSeatStore(database),
      keys: makeKeyStore(database),
      addressChanges: makeAddressChangeStore(database),
      passwordStore: makePasswordStore(database),
      secondFactors: makeSecondFactorStore(database),
      passkeys: makePasskeyStore(database),
      newId: makeNewId(now, randomBytes),
      now,
      randomBytes,
    };
    await work(ports, config);
  } finally {
    await closeAll(onClose);
  }
}

/** Finds an account by its id, or by the address of a person who has only this account. */
export async function findAccount(
  { accounts, people }: Pick<OperatorPorts, 'accounts' | 'people'>,
  idOrEmail: string,
): Promise<Account> {
  const person =
    parseId('acct', idOrEmail) === undefined ? (await people.findByEmail(idOrEmail))?.person : undefined;
  const own = person === undefined ? [] : await people.accounts(person.id);
  if (own.length > 1) {
    const list = own.map(({ id, name }) => `${id} "${name}"`).join(', ');
    throw new OperatorError({
      en: `"${idOrEmail}" has several accounts. Name one by its id: ${list}.`,
      es: `"${idOrEmail}" tiene varias cuentas. Indique una por su id: ${list}.`,
    });
  }
  const id = own[0]?.id ?? parseId('acct', idOrEmail);
  const account = id && (await accounts.find(id));
  if (account !== undefined) return account;
  throw new OperatorError({
    en: `There is no account "${idOrEmail}". sello account list shows all accounts.`,
    es: `No hay ninguna cuenta "${idOrEmail}". sello account list las muestra todas.`,
  });
}

/** Finds a person by id, by address, or as the only owner of an account. */
export async function findPerson(
  { people, seats }: Pick<OperatorPorts, 'people' | 'seats'>,
  named: string,
): Promise<Person> {
  const accountId = parseId('acct', named);
  const personId = parseId('per', named);
  const owners = accountId === undefined ? [] : await seats.owners(accountId);
  if (owners.length > 1) {
    const list = owners.map(({ id, email }) => `${id} ${email}`).join(', ');
    throw new OperatorError({
      en: `The account ${named} has several owners. Name one of them: ${list}.`,
      es: `La cuenta ${named} tiene varios propietarios. Indique uno: ${list}.`,
    });
  }
  const person =
    owners[0] ??
    (personId === undefined ? (await people.findByEmail(named))?.person : await people.find(personId));
  if (person !== undefined) return person;
  throw new OperatorError({
    en: `There is no person "${named}". sello account list shows the owners of all accounts.`,
    es: `No hay ninguna persona "${named}". sello account list muestra a los propietarios de todas las cuentas.`,
  });
}
