/** `sello backup FOLDER`: a consistent copy of everything, while servers run. */

import path from 'node:path';
import { databaseAddress } from '../database/open-database.ts';
import { openPlainBlobs } from '../files/open-blobs.ts';
import { closeAll, type OnClose } from '../kernel/closing.ts';
import { silentLogger } from '../kernel/logger.ts';
import { systemSurroundings } from '../kernel/surroundings.ts';
import { readConfig } from '../settings.ts';
import { writeBackup } from '../upkeep/backup/write.ts';
import { makeProgressBar } from './progress-bar.ts';
import type { Terminal } from './terminal.ts';
import { CommandFailed, onlyArgument } from './usage.ts';

export async function backupCommand(args: string[], terminal: Terminal): Promise<void> {
  const folder = path.resolve(onlyArgument(args, 'The folder to write the backup to'));
  const config = readConfig(terminal.env);
  const bar = makeProgressBar(terminal);
  const onClose: OnClose = [];
  try {
    // No migration: a backup is often made just before a new version changes the schema.
    const address = await databaseAddress(config, silentLogger, onClose);
    const { blobs } = await openPlainBlobs(config, systemSurroundings(silentLogger), onClose);
    const manifest = await writeBackup(
      {
        address,
        stored: blobs,
        dataDir: config.dataDir,
        onProgress: (what, done) => bar.show('sello backup', what, done),
      },
      folder,
    );
    bar.end();
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    terminal.out(`Backed up ${rows} rows and ${manifest.files - manifest.tables.length} files to ${folder}.`);
    terminal.error("It holds keys and your customers' files: protect it as you protect those.");
    for (const name of manifest.damaged) terminal.error(`${name} was already missing or damaged.`);
    if (manifest.damaged.length > 0) throw new CommandFailed();
  } finally {
    bar.end();
    await closeAll(onClose);
  }
}
