import { withOperatorWorld } from './operator-world.ts';
import type { Terminal } from './terminal.ts';
import { refuseArguments } from './usage.ts';

/** `sello migrate`: opening the database brings it up to date. */
export async function migrateCommand(args: string[], terminal: Terminal): Promise<void> {
  refuseArguments(args);
  await withOperatorWorld(terminal, async () => terminal.out('The database has the schema of this version.'));
}
