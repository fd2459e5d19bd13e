import { withOperatorWorld } from './operator-world.ts';
import type { Terminal } from './terminal.ts';

/** `sello migrate`: opening the database brings it up to date. */
export async function migrateCommand(_args: string[], terminal: Terminal): Promise<void> {
  await withOperatorWorld(terminal, async () => terminal.out('The database has the schema of this version.'));
}
