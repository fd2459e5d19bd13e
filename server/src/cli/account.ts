/** `sello account …`: the operator creates accounts, grants certificates, sets limits, suspends and closes accounts. */

import { OPERATOR } from '../kernel/actor.ts';
import { type AccountId, parseId } from '../kernel/ids.ts';
import {
  type ActTools,
  closeAccount,
  grantCertificates,
  limitAccount,
  resumeAccount,
  suspendAccount,
} from '../operator/accounts/act-on-account.ts';
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

const JSON_OPTION = { type: 'boolean' } as const;

type Verb = (args: string[], terminal: Terminal) => Promise<void>;

const VERBS: Record<string, Verb> = {
  create,
  grant,
  limits,
  suspend,
  resume,
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
  const { values, positionals } = readArguments(args, { reason: { type: 'string' }, json: JSON_OPTION });
  const [who, number] = positionals;
  const account = required(who, 'The account (id or e-mail)');
  const certificates = wholeNumber(
    required(number, 'The number of certificates'),
    'The number of certificates',
  );
  await act(terminal, account, values.json, (tools, id) =>
    grantCertificates(tools, { id, by: OPERATOR, certificates, reason: values.reason }),
  );
}

async function suspend(args: string[], terminal: Terminal): Promise<void> {
  await withReason(args, terminal, suspendAccount);
}

async function resume(args: string[], terminal: Terminal): Promise<void> {
  await withReason(args, terminal, resumeAccount);
}

async function withReason(args: string[], terminal: Terminal, change: typeof suspendAccount): Promise<void> {
  const { values, positionals } = readArguments(args, { reason: { type: 'string' }, json: JSON_OPTION });
  const account = required(positionals[0], 'The account (id or e-mail)');
  const reason = required(values.reason, '--reason');
  await act(terminal, account, values.json, (tools, id) => change(tools, { id, by: OPERATOR, reason }));
}

async function limits(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, {
    rate: { type: 'string' },
    quota: { type: 'string' },
    json: JSON_OPTION,
  });
  const who = required(positionals[0], 'The account (id or e-mail)');
  if (values.rate === undefined && values.quota === undefined)
    throw new UsageError('Say --rate N, --quota N or both.');
  const wanted = {
    ...(values.rate !== undefined && { ratePerMinute: limitFrom(values.rate, '--rate') }),
    ...(values.quota !== undefined && { monthlyQuota: limitFrom(values.quota, '--quota') }),
  };
  await act(terminal, who, values.json, (tools, id) =>
    limitAccount(tools, { id, by: OPERATOR, limits: wanted }),
  );
}

function limitFrom(value: string, option: string): number | null {
  if (value === 'default') return null;
  const number = wholeNumber(value, option);
  if (number === 0) throw new UsageError(`${option} must be at least 1, or "default".`);
  return number;
}

async function list(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, { json: JSON_OPTION });
  refuseArguments(positionals);
  await withOperatorPorts(terminal, async (ports) => {
    const accounts = await ports.accounts.list();
    if (values.json) {
      const records = await Promise.all(accounts.map((account) => toRecord(ports, account)));
      terminal.out(JSON.stringify(records, undefined, 1));
    } else for (const account of accounts) await print(ports, terminal, account);
  });
}

/** Takes only an id: an e-mail address is easier to mistype, and closing an account cannot be undone. */
async function close(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, { json: JSON_OPTION });
  const account = accountIdFrom(positionals[0]);
  await act(terminal, account, values.json, (tools, id) => closeAccount(tools, { id, by: OPERATOR }));
}

/** The changes are made together or not at all, and are written to the logs of the account and of the operators. */
async function act(
  terminal: Terminal,
  who: string,
  isJson: boolean | undefined,
  change: (tools: ActTools, id: AccountId) => Promise<Account>,
): Promise<void> {
  await withOperatorPorts(terminal, async (ports) => {
    const { id } = await findAccount(ports, who);
    const { now } = ports;
    const changed = await ports.database.transaction((query) => change({ query, now }, id));
    if (isJson) terminal.out(JSON.stringify(await toRecord(ports, changed), undefined, 1));
    else await print(ports, terminal, changed);
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

async function toRecord({ seats }: OperatorPorts, account: Account) {
  return {
    id: account.id,
    name: account.name,
    owners: (await seats.owners(account.id)).map(({ id, email, name }) => ({ id, email, name })),
    certificates_left: account.certificatesLeft,
    certificates_granted: account.certificatesGranted,
    max_rate_per_minute: account.maxRatePerMinute ?? null,
    max_monthly_quota: account.maxMonthlyQuota ?? null,
    created_at: account.createdAt,
    suspended_at: account.suspendedAt ?? null,
    deletion_requested_at: account.deletionRequestedAt ?? null,
    closed_at: account.closedAt ?? null,
  };
}

function stateOf({ closedAt, suspendedAt, deletionRequestedAt }: Account): string {
  if (closedAt !== undefined) return `  closed ${closedAt.toISOString()}`;
  const suspended = suspendedAt === undefined ? '' : `  suspended ${suspendedAt.toISOString()}`;
  const asked =
    deletionRequestedAt === undefined ? '' : `  asked to be deleted ${deletionRequestedAt.toISOString()}`;
  return suspended + asked;
}
