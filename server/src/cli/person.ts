/** `sello person …`: the operator restores access to people who lost it, and exports what is stored about them. */

import { OPERATOR } from '../kernel/actor.ts';
import { changeAddressByOperator } from '../people/address/change-address.ts';
import { readPersonData } from '../people/export/read-person-data.ts';
import { makeResetLink } from '../people/passwords/reset-password.ts';
import type { Person } from '../people/persons/ports.ts';
import { removeEverySecondFactor } from '../people/second-factor/second-factor.ts';
import { findPerson, withOperatorPorts } from './shared/operator-ports.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, required, UsageError, unknownSubverb } from './shared/usage.ts';

type Verb = (args: string[], terminal: Terminal) => Promise<void>;

/**
 * The verbs of `sello person`. `sello account` accepts them too, because they belonged to it before accounts could have
 * several people.
 */
export const PERSON_VERBS: Readonly<Record<string, Verb>> = {
  'reset-password': resetPassword,
  'change-email': changeEmail,
  'remove-second-factor': dropSecondFactor,
  export: exportPerson,
};

export async function personCommand([verb = '', ...args]: string[], terminal: Terminal): Promise<void> {
  const run = Object.hasOwn(PERSON_VERBS, verb) ? PERSON_VERBS[verb] : undefined;
  if (run === undefined) throw unknownSubverb('person', verb || undefined, Object.keys(PERSON_VERBS));
  await run(args, terminal);
}

const WHO = 'The person (id or e-mail), or the account of only one owner';

async function resetPassword(args: string[], terminal: Terminal): Promise<void> {
  const who = required(readArguments(args, {}).positionals[0], WHO);
  await withOperatorPorts(terminal, async (ports, config) => {
    const link = await makeResetLink(ports, config, await findPerson(ports, who));
    terminal.error('Anyone who opens this link within an hour can choose the password. It works once:');
    // Only the link goes to standard output, so that a script can capture it.
    terminal.out(link);
  });
}

/** Takes only an id, because the person's current address may belong to a thief. */
async function changeEmail(args: string[], terminal: Terminal): Promise<void> {
  const [given, wanted] = readArguments(args, {}).positionals;
  const id = required(given, 'The id of the person or account');
  if (!/^(per|acct)_[0-9A-Za-z]{22}$/.test(id))
    throw new UsageError(`"${id}" is not the id of a person or account.`);
  const email = required(wanted, 'The new e-mail address');
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`"${email}" is not an e-mail address.`);
  await withOperatorPorts(terminal, async (ports) => {
    print(terminal, await changeAddressByOperator(ports, await findPerson(ports, id), email));
  });
}

async function dropSecondFactor(args: string[], terminal: Terminal): Promise<void> {
  const who = required(readArguments(args, {}).positionals[0], WHO);
  await withOperatorPorts(terminal, async (ports) => {
    const person = await findPerson(ports, who);
    await removeEverySecondFactor(ports, person, OPERATOR);
    print(terminal, person);
  });
}

/** Only the JSON goes to standard output, so that it can be sent on as it is. */
async function exportPerson(args: string[], terminal: Terminal): Promise<void> {
  const who = required(readArguments(args, {}).positionals[0], WHO);
  await withOperatorPorts(terminal, async (ports) => {
    const { id } = await findPerson(ports, who);
    const { database, audit, now } = ports;
    await audit.write({ accountId: id, at: now(), action: 'person.export', by: OPERATOR });
    for await (const piece of readPersonData({ query: database.query, now }, id)) terminal.write(piece);
  });
}

function print(terminal: Terminal, person: Person): void {
  terminal.out(`${person.id}  ${person.email}  "${person.name}"`);
}
