import { withOperatorPorts } from './operator-ports.ts';
import type { Terminal } from './terminal.ts';
import { refuseArguments } from './usage.ts';

/** `sello migrate`: opening the database migrates it. */
export async function migrateCommand(args: string[], terminal: Terminal): Promise<void> {
  refuseArguments(args);
  await withOperatorPorts(terminal, async () => terminal.out("The database has this version's schema."));
}
