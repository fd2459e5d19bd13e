/** `sello account …`: accounts made and given certificates by the operator. */

import { createAccount } from '../app/accounts.ts';
import type { Account } from '../ports.ts';
import { findAccount, withOperatorWorld } from './operator-world.ts';
import type { Terminal } from './terminal.ts';
import { readArguments, refuseArguments, required, UsageError, wholeNumber } from './usage.ts';

export async function accountCommand([verb, ...args]: string[], terminal: Terminal): Promise<void> {
  switch (verb) {
    case 'create': {
      const { values } = readArguments(args, {
        email: { type: 'string' },
        name: { type: 'string' },
        certificates: { type: 'string' },
      });
      const email = required(values.email, '--email');
      return withOperatorWorld(terminal, async (ports, config) => {
        const certificates =
          values.certificates === undefined
            ? config.freeCertificates
            : wholeNumber(values.certificates, '--certificates');
        print(
          terminal,
          await createAccount(ports, { email, name: values.name ?? email, certificates }, undefined),
        );
      });
    }
    case 'grant': {
      const [who, number] = readArguments(args, {}).positionals;
      const account = required(who, 'The account (id or e-mail)');
      const certificates = wholeNumber(
        required(number, 'The number of certificates'),
        'The number of certificates',
      );
      return withOperatorWorld(terminal, async (ports) => {
        const granted = await ports.accounts.grant((await findAccount(ports, account)).id, certificates);
        if (granted !== undefined) print(terminal, granted);
      });
    }
    case 'list':
      refuseArguments(args);
      return withOperatorWorld(terminal, async (ports) => {
        for (const account of await ports.accounts.list()) print(terminal, account);
      });
    default:
      throw new UsageError('sello account needs one of: create, grant, list.');
  }
}

function print(terminal: Terminal, account: Account): void {
  terminal.out(
    `${account.id}  ${account.email}  "${account.name}"  ${account.certificatesLeft} certificates left`,
  );
}
