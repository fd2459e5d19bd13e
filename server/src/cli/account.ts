/** `sello account …`: the operator creates accounts, grants certificates and limits, restores access and closes accounts. */

import { OPERATOR } from '../kernel/actor.ts';
import { type AccountId, parseId } from '../kernel/ids.ts';
import { createAccount } from '../people/accounts/accounts.ts';
import type { Account } from '../people/accounts/ports.ts';
import { changeAddressByOperator } from '../people/address/change-address.ts';
import { readPersonData } from '../people/export/read-person-data.ts';
import { makeResetLink } from '../people/passwords/reset-password.ts';
import { removeEverySecondFactor } from '../people/second-factor/second-factor.ts';
import { findAccount, withOperatorPorts } from './shared/operator-ports.ts';
import type { Terminal } from './shared/terminal.ts';
import {
  readArguments,
  refuseArguments,
  required,
  UsageError,
  unknownSubverb,
  wholeNumber,
} from './shared/usage.ts';

type Verb = (args: string[], terminal: Terminal) => Promise<void>;

const VERBS: Record<string, Verb> = {
  create,
  grant,
  limits,
  list,
  'reset-password': resetPassword,
  'change-email': changeEmail,
  'remove-second-factor': dropSecondFactor,
  export: exportPerson,
  close,
};

export async function accountCommand([verb = '', ...args]: string[], terminal: Terminal): Promise<void> {
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (run === undefined) throw unknownSubverb('account', verb || undefined, Object.keys(VERBS));
  await run(args, terminal);
}

async function create(args: string[], terminal: Terminal): Promise<void> {
  const { values } = readArguments(args, {
    email: { type: 'string' },
    name: { type: 'string' },
    certificates: { type: 'string' },
  });
  const email = required(values.email, '--email');
  await withOperatorPorts(terminal, async (ports, config) => {
    const certificates =
      values.certificates === undefined
        ? config.freeCertificates
        : wholeNumber(values.certificates, '--certificates');
    const wanted = { email, name: values.name ?? email, certificates };
    print(terminal, await createAccount(ports, wanted, undefined, 'operator'));
  });
}

async function grant(args: string[], terminal: Terminal): Promise<void> {
  const [who, number] = readArguments(args, {}).positionals;
  const account = required(who, 'The account (id or e-mail)');
  const certificates = wholeNumber(
    required(number, 'The number of certificates'),
    'The number of certificates',
  );
  await withOperatorPorts(terminal, async (ports) => {
    const { id } = await findAccount(ports, account);
    const granted = await ports.accounts.grant(id, certificates, ports.now(), OPERATOR);
    if (granted !== undefined) print(terminal, granted);
  });
}

async function limits(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, {
    rate: { type: 'string' },
    quota: { type: 'string' },
  });
  const who = required(positionals[0], 'The account (id or e-mail)');
  if (values.rate === undefined && values.quota === undefined)
    throw new UsageError('Say --rate N, --quota N or both.');
  const wanted = {
    ...(values.rate !== undefined && { ratePerMinute: limitFrom(values.rate, '--rate') }),
    ...(values.quota !== undefined && { monthlyQuota: limitFrom(values.quota, '--quota') }),
  };
  await withOperatorPorts(terminal, async (ports) => {
    const { id } = await findAccount(ports, who);
    const limited = await ports.accounts.limit(id, wanted, ports.now(), OPERATOR);
    if (limited !== undefined) print(terminal, limited);
  });
}

function limitFrom(value: string, option: string): number | null {
  if (value === 'default') return null;
  const number = wholeNumber(value, option);
  if (number === 0) throw new UsageError(`${option} must be at least 1, or "default".`);
  return number;
}

async function list(args: string[], terminal: Terminal): Promise<void> {
  refuseArguments(args);
  await withOperatorPorts(terminal, async (ports) => {
    for (const account of await ports.accounts.list()) print(terminal, account);
  });
}

async function resetPassword(args: string[], terminal: Terminal): Promise<void> {
  const who = required(readArguments(args, {}).positionals[0], 'The account (id or e-mail)');
  await withOperatorPorts(terminal, async (ports, config) => {
    const link = await makeResetLink(ports, config, await findAccount(ports, who));
    terminal.error('Anyone who opens this link within an hour can choose the password. It works once:');
    // Only the link goes to standard output, so that a script can capture it.
    terminal.out(link);
  });
}

/** By id only: the account's current address may belong to a thief. */
async function changeEmail(args: string[], terminal: Terminal): Promise<void> {
  const [given, wanted] = readArguments(args, {}).positionals;
  const id = accountIdFrom(given);
  const email = required(wanted, 'The new e-mail address');
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`"${email}" is not an e-mail address.`);
  await withOperatorPorts(terminal, async (ports) => {
    print(terminal, await changeAddressByOperator(ports, await findAccount(ports, id), email));
  });
}

async function dropSecondFactor(args: string[], terminal: Terminal): Promise<void> {
  const who = required(readArguments(args, {}).positionals[0], 'The account (id or e-mail)');
  await withOperatorPorts(terminal, async (ports) => {
    const account = await findAccount(ports, who);
    await removeEverySecondFactor(ports, account, OPERATOR);
    print(terminal, account);
  });
}

/** Only the JSON goes to standard output, so that it can be sent on as it is. */
async function exportPerson(args: string[], terminal: Terminal): Promise<void> {
  const who = required(readArguments(args, {}).positionals[0], 'The account (id or e-mail)');
  await withOperatorPorts(terminal, async (ports) => {
    const { id } = await findAccount(ports, who);
    const { database, audit, now } = ports;
    await audit.write({ accountId: id, at: now(), action: 'account.export', by: OPERATOR });
    for await (const piece of readPersonData({ query: database.query, now }, id)) terminal.write(piece);
  });
}

/** By id only: an e-mail address is easier to mistype, and closing cannot be undone. */
async function close(args: string[], terminal: Terminal): Promise<void> {
  const id = accountIdFrom(readArguments(args, {}).positionals[0]);
  await withOperatorPorts(terminal, async (ports) => {
    const account = await findAccount(ports, id);
    print(terminal, (await ports.accounts.close(account.id, ports.now(), OPERATOR)) ?? account);
  });
}

function accountIdFrom(argument: string | undefined): AccountId {
  const given = required(argument, 'The id of the account');
  const id = parseId('acct', given);
  if (id === undefined) throw new UsageError(`"${given}" is not the id of an account.`);
  return id;
}

function print(terminal: Terminal, account: Account): void {
  terminal.out(
    `${account.id}  ${account.email}  "${account.name}"  ${account.certificatesLeft} certificates left${stateOf(account)}`,
  );
}

function stateOf({ closedAt, deletionRequestedAt }: Account): string {
  if (closedAt !== undefined) return `  closed ${closedAt.toISOString()}`;
  if (deletionRequestedAt === undefined) return '';
  return `  asked to be deleted ${deletionRequestedAt.toISOString()}`;
}
