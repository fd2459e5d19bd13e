/** `sello badge-key rotate`: an account's badges are signed with a new key from now on. */

import { openForCommand } from '../database/open-database.ts';
import { readMasterKeys } from '../database/open-master-keys.ts';
import { readServerKeys } from '../database/pg-server-keys.ts';
import { OPERATOR } from '../kernel/actor.ts';
import { closeAll, type OnClose } from '../kernel/closing.ts';
import { silentLogger } from '../kernel/logger.ts';
import { systemSurroundings } from '../kernel/surroundings.ts';
import { rotateBadgeKey } from '../memberships/badges/badge-keys.ts';
import { note } from '../memberships/note-change.ts';
import { makeAccountStore } from '../people/accounts/pg-accounts.ts';
import { makePersonStore } from '../people/persons/pg-persons.ts';
import { readOperatorConfig } from './shared/operator-config.ts';
import { findAccount } from './shared/operator-ports.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, required, UsageError } from './shared/usage.ts';

export async function badgeKeyCommand([verb, ...args]: string[], terminal: Terminal): Promise<void> {
  if (verb !== 'rotate') throw new UsageError('sello badge-key needs: rotate.');
  const { values, positionals } = readArguments(args, { mode: { type: 'string' } });
  const named = required(positionals[0], 'The account');
  const { mode = 'live' } = values;
  if (mode !== 'live' && mode !== 'test')
    throw new UsageError(`--mode must be live or test; it is "${mode}".`);
  const config = readOperatorConfig(terminal);
  const { now, randomBytes } = systemSurroundings(silentLogger);
  const onClose: OnClose = [];
  try {
    const { database } = await openForCommand(config, silentLogger, onClose);
    const { id } = await findAccount(
      { accounts: makeAccountStore(database), people: makePersonStore(database) },
      named,
    );
    const serverKeys = readServerKeys(database, await readMasterKeys(config));
    const who = { accountId: id, livemode: mode === 'live', by: OPERATOR, keyId: undefined, may: () => true };
    const number = await database.transaction(async (query) => {
      const made = await rotateBadgeKey({ query, now, randomBytes, serverKeys }, who);
      await note({ query, now }, who, 'badge_key.rotate', id, { number: made });
      return made;
    });
    terminal.out(`${id}  key-${number} signs its ${mode} badges from now on`);
  } finally {
    await closeAll(onClose);
  }
}
