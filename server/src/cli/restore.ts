/** `sello restore FOLDER`: restores a backup into an empty data folder and an empty database. */

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseAddress } from '../database/address.ts';
import { bringUpToDate, databaseAddress } from '../database/open-database.ts';
import { readMasterKeys } from '../database/open-master-keys.ts';
import { makeOperatorNotes } from '../database/pg-operator-notes.ts';
import { connectForCommand } from '../database/pool.ts';
import { openPlainBlobs } from '../files/open-blobs.ts';
import { closeAll, type OnClose } from '../kernel/closing.ts';
import { silentLogger } from '../kernel/logger.ts';
import { systemSurroundings } from '../kernel/surroundings.ts';
import type { Config } from '../settings.ts';
import { checkBackup, type Room } from '../upkeep/backup/check.ts';
import { ACCEPT_FORGEABLE } from '../upkeep/backup/refusals.ts';
import { assertEmptyDatabase, assertEmptyFolder, restoreFiles } from '../upkeep/backup/restore.ts';
import { assertFitsSchema, restoreDatabase } from '../upkeep/backup/restore-database.ts';
import { readOperatorConfig } from './shared/operator-config.ts';
import { makeProgressBar, type ProgressBar } from './shared/progress-bar.ts';
import type { Terminal } from './shared/terminal.ts';
import { onlyArgument, readArguments } from './shared/usage.ts';

export async function restoreCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, { [ACCEPT_FORGEABLE]: { type: 'boolean' } });
  const folder = path.resolve(onlyArgument(positionals, 'The folder that holds the backup'));
  const acceptsForgeable = values[ACCEPT_FORGEABLE] ?? false;
  const bar = makeProgressBar(terminal);
  const onClose: OnClose = [];
  try {
    const takenAt = await restore(readOperatorConfig(terminal), folder, acceptsForgeable, bar, onClose);
    bar.end();
    terminal.out(`Restored the backup of ${takenAt}. Run sello fsck before you serve from it.`);
  } finally {
    bar.end();
    await closeAll(onClose);
  }
}

async function restore(
  config: Config,
  folder: string,
  acceptsForgeable: boolean,
  bar: ProgressBar,
  onClose: OnClose,
): Promise<string> {
  const onProgress = (what: string, done: number | undefined) => bar.show('sello restore', what, done);
  await assertEmptyFolder(config.dataDir);
  // An external database is checked early. The embedded one is created in the empty folder, after the backup was
  // verified.
  if (config.databaseUrl !== undefined) await assertEmptyDatabase({ url: config.databaseUrl });
  const trust = { masters: await readMasterKeys(config), acceptsForgeable };
  const archive = await checkBackup(folder, trust, onProgress, roomFor(config));
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const address = await databaseAddress(config, silentLogger, onClose);
  await assertFitsSchema(address, archive.manifest);
  const { blobs, kept } = await openPlainBlobs(config, systemSurroundings(silentLogger), onClose);
  await restoreFiles(archive, config.dataDir, { stored: blobs, kept }, onProgress);
  await restoreDatabase(address, archive, onProgress);
  // Migrates the backup's schema to that of this version. If this command crashes before that, the next start of a
  // server migrates.
  await bringUpToDate(address, silentLogger);
  await noteRestore(address, archive.manifest.takenAt);
  return archive.manifest.takenAt;
}

/** The parts of the backup that go into the data folder. */
function roomFor({ dataDir, databaseUrl, s3 }: Config): Room {
  return {
    folder: dataDir,
    holds: [
      'embedded',
      ...(databaseUrl === undefined ? (['database'] as const) : []),
      ...(s3 === undefined ? (['files'] as const) : []),
    ],
  };
}

/** Records the restore, so that `sello fsck` knows that the older state is intended. */
async function noteRestore(address: DatabaseAddress, takenAt: string): Promise<void> {
  const database = connectForCommand(address);
  try {
    await makeOperatorNotes(database).write('last_restore', { takenAt }, new Date());
  } finally {
    await database.close();
  }
}
