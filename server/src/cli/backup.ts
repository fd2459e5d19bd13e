/** `sello backup FOLDER`: a consistent copy of everything, while servers run. */

import path from 'node:path';
import { holdRemovals } from '../certificates/erasing/pg-erasures.ts';
import type { DatabaseAddress } from '../database/address.ts';
import { databaseAddress } from '../database/open-database.ts';
import { MASTER_KEY_FILE } from '../database/open-master-keys.ts';
import { hasOperatorNotes, makeOperatorNotes } from '../database/pg-operator-notes.ts';
import { readWrappingMaster } from '../database/pg-server-keys.ts';
import { connectForCommand } from '../database/pool.ts';
import { openPlainBlobs } from '../files/open-blobs.ts';
import { closeAll, type OnClose } from '../kernel/closing.ts';
import { silentLogger } from '../kernel/logger.ts';
import type { RandomBytes } from '../kernel/random-pool.ts';
import { systemSurroundings } from '../kernel/surroundings.ts';
import type { Config } from '../settings.ts';
import type { NewManifest } from '../upkeep/backup/manifest.ts';
import { writeBackup } from '../upkeep/backup/write.ts';
import { readOperatorConfig } from './shared/operator-config.ts';
import { makeProgressBar } from './shared/progress-bar.ts';
import type { Terminal } from './shared/terminal.ts';
import { CommandFailed, onlyArgument, readArguments } from './shared/usage.ts';

export async function backupCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, { encrypt: { type: 'boolean' } });
  const folder = path.resolve(onlyArgument(positionals, 'The folder to write the backup to'));
  const config = readOperatorConfig(terminal);
  const surroundings = systemSurroundings(silentLogger);
  const bar = makeProgressBar(terminal);
  const onClose: OnClose = [];
  try {
    // Does not migrate, because a backup is often made just before a new version changes the schema.
    const address = await databaseAddress(config, silentLogger, onClose);
    terminal.standBack?.();
    onClose.push(await holdRemovals(address));
    const { blobs, kept } = await openPlainBlobs(config, surroundings, onClose);
    const manifest = await writeBackup(
      {
        address,
        stored: blobs,
        kept,
        dataDir: config.dataDir,
        master: await masterKeyFor(address, config, surroundings.randomBytes),
        isEncrypted: values.encrypt ?? false,
        randomBytes: surroundings.randomBytes,
        onProgress: (what, done) => bar.show('sello backup', what, done),
      },
      folder,
    );
    await noteBackup(address, folder, manifest);
    bar.end();
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    terminal.out(`Backed up ${rows} rows and ${manifest.files - manifest.tables.length} files to ${folder}.`);
    for (const line of whatItHolds(config, manifest)) terminal.error(line);
    for (const name of manifest.damaged) terminal.error(`${name} was already missing or damaged.`);
    if (manifest.damaged.length > 0) throw new CommandFailed();
  } finally {
    bar.end();
    await closeAll(onClose);
  }
}

async function masterKeyFor(
  address: DatabaseAddress,
  config: Config,
  randomBytes: RandomBytes,
): Promise<Uint8Array> {
  const database = connectForCommand(address);
  try {
    return await readWrappingMaster(database, config, randomBytes);
  } finally {
    await database.close();
  }
}

/** Records the backup for `sello status`. Older schemas have no column for it. */
async function noteBackup(
  address: DatabaseAddress,
  folder: string,
  { takenAt, salt }: NewManifest,
): Promise<void> {
  const database = connectForCommand(address);
  try {
    if (!(await hasOperatorNotes(database))) return;
    const details = { folder, isEncrypted: salt !== null };
    await makeOperatorNotes(database).write('last_backup', details, new Date(takenAt));
  } finally {
    await database.close();
  }
}

function whatItHolds(config: Config, { masterId, salt }: NewManifest): string[] {
  const { given, command } = config.masterKey;
  const isInFile = given === undefined && command === undefined;
  const where = isInFile ? path.join(config.dataDir, MASTER_KEY_FILE) : 'of your settings';
  return [
    salt === null
      ? 'It holds the files of your customers: keep it as you keep those, or encrypt it with --encrypt.'
      : 'Its files are encrypted; their names and their number are not.',
    `It does not hold the master key ${masterId} (${where}), without which it cannot be restored: keep a copy of that elsewhere.`,
    ...(config.masterKeys === undefined
      ? []
      : ['Nor does it hold SELLO_BLOB_KEY, without which files are lost.']),
  ];
}
