/** `sello account …`: the operator creates accounts, grants certificates and limits, and closes accounts. */

import { OPERATOR } from '../kernel/actor.ts';
import { type AccountId, parseId } from '../kernel/ids.ts';
import { createAccount } from '../people/accounts/accounts.ts';
import type { Account } from '../people/accounts/ports.ts';
import { PERSON_VERBS } from './person.ts';
import { findAccount, type OperatorPorts, withOperatorPorts } from './shared/operator-ports.ts';
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
  ...PERSON_VERBS,
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
    await print(ports, terminal, (await createAccount(ports, wanted, undefined, 'operator')).account);
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
    if (granted !== undefined) await print(ports, terminal, granted);
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
    if (limited !== undefined) await print(ports, terminal, limited);
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
    for (const account of await ports.accounts.list()) await print(ports, terminal, account);
  });
}

/** Takes only an id: an e-mail address is easier to mistype, and closing an account cannot be undone. */
async function close(args: string[], terminal: Terminal): Promise<void> {
  const id = accountIdFrom(readArguments(args, {}).positionals[0]);
  await withOperatorPorts(terminal, async (ports) => {
    const account = await findAccount(ports, id);
    const closed = await ports.accounts.close(account.id, ports.now(), OPERATOR);
    await print(ports, terminal, closed ?? account);
  });
}

function accountIdFrom(argument: string | undefined): AccountId {
  const given = required(argument, 'The id of the account');
  const id = parseId('acct', given);
  if (id === undefined) throw new UsageError(`"${given}" is not the id of an account.`);
  return id;
}

async function print({ seats }: OperatorPorts, terminal: Terminal, account: Account): Promise<void> {
  const owners = (await seats.owners(account.id)).map(({ email }) => email);
  terminal.out(
    `${account.id}  ${owners.join(', ') || '—'}  "${account.name}"  ${account.certificatesLeft} certificates left${stateOf(account)}`,
  );
}

function stateOf({ closedAt, deletionRequestedAt }: Account): string {
  if (closedAt !== undefined) return `  closed ${closedAt.toISOString()}`;
  if (deletionRequestedAt === undefined) return '';
  return `  asked to be deleted ${deletionRequestedAt.toISOString()}`;
}
