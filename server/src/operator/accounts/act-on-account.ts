/** What an operator does to an account. Each act is written to two logs: the account's and the operators'. */

import type { AuditAction } from '../../audit/actions.ts';
import type { Query } from '../../database/pool.ts';
import { within } from '../../database/within.ts';
import { invalidField } from '../../http/text-rules.ts';
import { type Actor, OPERATOR } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { type AccountId, parseId } from '../../kernel/ids.ts';
import { invalidTransition, refuse } from '../../operations/refusal.ts';
import { makeAccountStore } from '../../people/accounts/pg-accounts.ts';
import type { Account, AccountLimits, AccountStore } from '../../people/accounts/ports.ts';
import { noteAct } from '../note-act.ts';

export type ActTools = { query: Query; now: Clock };

/** `by` is the operator, whom only the operators' log names. */
type Act = { id: string; by: Actor; reason?: string | undefined };
type Told = Act & { reason: string };

export async function grantCertificates(
  tools: ActTools,
  { certificates, ...act }: Act & { certificates: number },
): Promise<Account> {
  const account = await findOpen(tools, act.id);
  const granted = await accountsOf(tools).grant(account.id, certificates, tools.now(), OPERATOR, act.reason);
  if (granted === undefined) throw certificates < 0 ? tooFew(account) : tooMany();
  await note(tools, act, 'allowance.grant', { certificates });
  return granted;
}

export async function limitAccount(
  tools: ActTools,
  { limits, ...act }: Omit<Act, 'reason'> & { limits: AccountLimits },
): Promise<Account> {
  const account = await findOpen(tools, act.id);
  const limited = await accountsOf(tools).limit(account.id, limits, tools.now(), OPERATOR);
  await noteAct(tools, act.by, {
    action: 'limits.change',
    target: account.id,
    details: {
      ...(limits.ratePerMinute !== undefined && { max_rate_per_minute: limits.ratePerMinute }),
      ...(limits.monthlyQuota !== undefined && { max_monthly_quota: limits.monthlyQuota }),
    },
  });
  return limited ?? account;
}

export async function suspendAccount(tools: ActTools, act: Told): Promise<Account> {
  const account = await findOpen(tools, act.id);
  const suspended = await accountsOf(tools).suspend(account.id, act.reason, tools.now(), OPERATOR);
  if (suspended === undefined)
    refuse(
      invalidTransition(account.id, 'suspended', 'suspended', {
        en: 'Nothing was changed.',
        es: 'No se cambió nada.',
      }),
    );
  await note(tools, act, 'account.suspend');
  return suspended;
}

export async function resumeAccount(tools: ActTools, act: Told): Promise<Account> {
  const account = await findOpen(tools, act.id);
  const resumed = await accountsOf(tools).resume(account.id, act.reason, tools.now(), OPERATOR);
  if (resumed === undefined)
    refuse(
      invalidTransition(account.id, 'open', 'open', {
        en: 'It is not suspended.',
        es: 'No está suspendida.',
      }),
    );
  await note(tools, act, 'account.resume');
  return resumed;
}

/**
 * `name` must be typed in again, because somebody may have picked the wrong line of a list and closing cannot be
 * undone. A closed account can no longer be changed.
 */
export async function closeAccount(
  tools: ActTools,
  { name, ...act }: Act & { name?: string },
): Promise<Account> {
  const account = await findAccount(tools, act.id);
  if (account.closedAt !== undefined) return account;
  if (name !== undefined && name !== account.name)
    throw invalidField(
      '`name`',
      'is not the name of this account; type it exactly as it is shown.',
      'no es el nombre de esta cuenta; escríbalo como se muestra.',
    );
  const closed = await accountsOf(tools).close(account.id, tools.now(), OPERATOR);
  await note(tools, act, 'account.close');
  return closed ?? account;
}

function accountsOf({ query }: ActTools): AccountStore {
  return makeAccountStore(within(query));
}

function note(
  tools: ActTools,
  { id, by, reason }: Act,
  action: AuditAction,
  details: Record<string, unknown> = {},
): Promise<void> {
  return noteAct(tools, by, {
    action,
    target: id,
    details: { ...details, ...(reason !== undefined && { reason }) },
  });
}

async function findOpen(tools: ActTools, given: string): Promise<Account> {
  const account = await findAccount(tools, given);
  if (account.closedAt === undefined) return account;
  return refuse(
    invalidTransition(account.id, 'closed', 'open', {
      en: 'A closed account cannot be changed.',
      es: 'Una cuenta cerrada no se puede cambiar.',
    }),
  );
}

export async function findAccount(tools: ActTools, given: string): Promise<Account> {
  const account = await accountsOf(tools).find(idOf(given));
  if (account === undefined) throw noAccount();
  return account;
}

function idOf(given: string): AccountId {
  const id = parseId('acct', given);
  if (id === undefined) throw noAccount();
  return id;
}

export function noAccount(): AppError {
  return new AppError('not_found', {
    en: 'There is no account with this id.',
    es: 'No hay ninguna cuenta con este id.',
  });
}

function tooFew({ certificatesLeft }: Account): AppError {
  return invalidField(
    '`certificates`',
    `would make the number negative: the account has ${certificatesLeft} left.`,
    `dejaría un número negativo: a la cuenta le quedan ${certificatesLeft}.`,
  );
}

function tooMany(): AppError {
  return invalidField(
    '`certificates`',
    'is more than an account can be granted: 2147483647 in all.',
    'es más de lo que se puede otorgar a una cuenta: 2147483647 en total.',
  );
}
