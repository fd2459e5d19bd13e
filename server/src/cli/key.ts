/** `sello key …`: the operator creates, lists and revokes keys of an account. */

import { OPERATOR } from '../kernel/actor.ts';
import { parseId } from '../kernel/ids.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import type { KeyMode } from '../keys/key.ts';
import { createKey, revokeKey } from '../keys/manage-keys.ts';
import type { ApiKey } from '../keys/ports.ts';
import { DEFAULT_SCOPES, SCOPES, type Scope } from '../operations/scopes.ts';
import { findAccount, withOperatorPorts } from './shared/operator-ports.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, required, UsageError, unknownSubverb, wholeNumber } from './shared/usage.ts';

export async function keyCommand([verb, ...args]: string[], terminal: Terminal): Promise<void> {
  switch (verb) {
    case 'create':
      return create(args, terminal);
    case 'list': {
      const account = required(
        readArguments(args, { account: { type: 'string' } }).values.account,
        '--account',
      );
      return withOperatorPorts(terminal, async (ports) => {
        const { id } = await findAccount(ports, account);
        for (const key of await ports.keys.list(id, ports.now())) terminal.out(describe(key));
      });
    }
    case 'revoke': {
      const { values, positionals } = readArguments(args, {
        account: { type: 'string' },
        reason: { type: 'string' },
      });
      const id = parseId('key', required(positionals[0], 'The key id'));
      const account = required(values.account, '--account');
      if (id === undefined) throw new UsageError(`"${positionals[0]}" is not the id of a key.`);
      return withOperatorPorts(terminal, async (ports) => {
        const owner = await findAccount(ports, account);
        terminal.out(describe(await revokeKey(ports, owner, id, values.reason, OPERATOR)));
      });
    }
    default:
      throw unknownSubverb('key', verb, ['create', 'list', 'revoke']);
  }
}

async function create(args: string[], terminal: Terminal): Promise<void> {
  const { values } = readArguments(args, {
    account: { type: 'string' },
    name: { type: 'string' },
    mode: { type: 'string' },
    scopes: { type: 'string' },
    rate: { type: 'string' },
    quota: { type: 'string' },
    expires: { type: 'string' },
  });
  const wanted = {
    name: required(values.name, '--name'),
    mode: modeOf(values.mode ?? 'live'),
    scopes: scopesOf(values.scopes),
    ...(values.rate !== undefined && { ratePerMinute: wholeNumber(values.rate, '--rate') }),
    ...(values.quota !== undefined && { monthlyQuota: wholeNumber(values.quota, '--quota') }),
    ...(values.expires !== undefined && { expiresAt: dateOf(values.expires) }),
  };
  const owner = required(values.account, '--account');
  await withOperatorPorts(terminal, async (ports, config) => {
    const account = await findAccount(ports, owner);
    const { key, secret } = await createKey(ports, config, account, wanted, OPERATOR);
    terminal.error(`${describe(key)}\nThe key is shown only this once:`);
    // Only the secret goes to standard output, so that a script can capture it.
    terminal.out(secret);
  });
}

function describe(key: ApiKey): string {
  const state = key.revokedAt === undefined ? '' : '  revoked';
  return `${key.id}  ${key.hint}  "${key.name}"  ${key.scopes.join(',')}  ${key.ratePerMinute}/min ${key.monthlyQuota}/month${state}`;
}

function modeOf(text: string): KeyMode {
  if (text === 'live' || text === 'test') return text;
  throw new UsageError(`--mode must be live or test; it is "${text}".`);
}

function scopesOf(text: string | undefined): Scope[] {
  if (text === undefined) return [...DEFAULT_SCOPES];
  return text.split(',').map((name) => {
    const scope = SCOPES.find((known) => known === name.trim());
    if (scope === undefined)
      throw new UsageError(`There is no scope "${name}"; the scopes are ${SCOPES.join(', ')}.`);
    return scope;
  });
}

function dateOf(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) {
    throw new OperatorError({
      en: `--expires must be a date such as 2027-01-31; it is "${text}".`,
      es: `--expires debe ser una fecha como 2027-01-31; es "${text}".`,
    });
  }
  return date;
}
