/** `sello hold …`: the operator keeps data from being erased while a court or an authority may ask for it. */

import { openForCommand } from '../database/open-database.ts';
import type { HoldTarget, LegalHold } from '../holds/hold.ts';
import { addHold, type HoldPorts, liftHold } from '../holds/manage-holds.ts';
import { readHolds } from '../holds/pg-holds.ts';
import { closeAll, type OnClose } from '../kernel/closing.ts';
import { makeNewId, parseId } from '../kernel/ids.ts';
import { silentLogger } from '../kernel/logger.ts';
import { systemSurroundings } from '../kernel/surroundings.ts';
import { makeAccountStore } from '../people/accounts/pg-accounts.ts';
import type { AccountStore } from '../people/accounts/ports.ts';
import { makePersonStore } from '../people/persons/pg-persons.ts';
import type { PersonStore } from '../people/persons/ports.ts';
import { readOperatorConfig } from './shared/operator-config.ts';
import { findAccount } from './shared/operator-ports.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, required, UsageError, unknownSubverb } from './shared/usage.ts';

type Ports = HoldPorts & { accounts: AccountStore; people: PersonStore };

const WHAT = 'The account (id or e-mail), the member or the certificate';

export async function holdCommand([verb, ...args]: string[], terminal: Terminal): Promise<void> {
  switch (verb) {
    case 'add':
      return add(args, terminal);
    case 'remove':
      return remove(args, terminal);
    case 'list':
      return list(args, terminal);
    default:
      throw unknownSubverb('hold', verb, ['add', 'remove', 'list']);
  }
}

async function add(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, {
    reason: { type: 'string' },
    json: { type: 'boolean' },
  });
  const given = required(onlyOne(positionals), WHAT);
  const reason = required(values.reason, '--reason');
  await withPorts(terminal, async (ports) => {
    tell(terminal, [await addHold(ports, await targetOf(ports, given), reason)], values.json);
  });
}

async function remove(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, { json: { type: 'boolean' } });
  const given = required(onlyOne(positionals), `${WHAT}, or the hold`);
  await withPorts(terminal, async (ports) => {
    const named = given.includes('@') ? (await findAccount(ports, given)).id : given;
    tell(terminal, [await liftHold(ports, named)], values.json);
  });
}

async function list(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, {
    all: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const given = onlyOne(positionals);
  await withPorts(terminal, async (ports) => {
    const target = given === undefined ? undefined : await targetOf(ports, given);
    // For an account, the holds on its members and certificates are listed too.
    const which =
      target?.kind === 'account' ? { accountId: target.id } : target && { target: target.id as string };
    const holds = await readHolds(ports.database, { ...which, isWithLifted: values.all ?? false });
    tell(terminal, holds, values.json);
  });
}

function onlyOne([given, more]: string[]): string | undefined {
  if (more !== undefined) throw new UsageError(`Unexpected argument "${more}".`);
  return given;
}

async function targetOf(ports: Ports, given: string): Promise<HoldTarget> {
  const member = parseId('mem', given);
  if (member !== undefined) return { kind: 'member', id: member };
  const certificate = parseId('cert', given);
  if (certificate !== undefined) return { kind: 'certificate', id: certificate };
  return { kind: 'account', id: (await findAccount(ports, given)).id };
}

function tell(terminal: Terminal, holds: readonly LegalHold[], isJson = false): void {
  if (isJson) {
    terminal.out(JSON.stringify(holds.map(toRecord), undefined, 1));
    return;
  }
  for (const hold of holds) {
    const lifted = hold.liftedAt === undefined ? '' : `  lifted ${hold.liftedAt.toISOString()}`;
    terminal.out(`${hold.id}  ${hold.target}  since ${hold.since.toISOString()}${lifted}  "${hold.reason}"`);
  }
}

function toRecord({ id, accountId, kind, target, reason, since, liftedAt }: LegalHold) {
  return { id, account_id: accountId, kind, target, reason, since, lifted_at: liftedAt ?? null };
}

async function withPorts(terminal: Terminal, work: (ports: Ports) => Promise<void>): Promise<void> {
  const config = readOperatorConfig(terminal);
  const { now, randomBytes } = systemSurroundings(silentLogger);
  const onClose: OnClose = [];
  try {
    const { database } = await openForCommand(config, silentLogger, onClose);
    await work({
      database,
      accounts: makeAccountStore(database),
      people: makePersonStore(database),
      newId: makeNewId(now, randomBytes),
      now,
    });
  } finally {
    await closeAll(onClose);
  }
}
