/** Restores a backup into an empty data folder and database. Everything is checked before anything is written. */

import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { inOneTransaction } from '../../database/connection.ts';
import { applyMigrations, type Migration, readMigrations } from '../../database/migrate.ts';
import type { DatabaseAddress, TransactionQuery } from '../../database/pool.ts';
import { text } from '../../database/row-reader.ts';
import { parseBlobName } from '../../files/blob-name.ts';
import type { BlobStore } from '../../files/ports.ts';
import { namesIn } from '../../kernel/disk/folder.ts';
import { parseId } from '../../kernel/ids.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import {
  type BackupManifest,
  type BackupTable,
  damagedBackup,
  hashFile,
  readManifest,
  readSums,
  SUMS,
} from './manifest.ts';

type OnProgress = (what: string, done: number | undefined) => void;

/** The manifest, once every file of the backup has matched its hash. */
export async function checkBackup(folder: string, onProgress: OnProgress): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  await schemaOf(manifest);
  const tables = new Set(manifest.tables.map(({ name }) => `database/${name}.copy`));
  let done = 0;
  for await (const { path: name, sha256 } of readSums(folder, manifest)) {
    if (!isOurs(name)) throw damagedBackup(SUMS);
    if ((await hashFile(path.join(folder, name), name)) !== sha256) throw damagedBackup(name);
    tables.delete(name);
    done += 1;
    onProgress('checking', done / manifest.files);
  }
  const [missing] = tables;
  if (missing !== undefined || done !== manifest.files) throw damagedBackup(missing ?? SUMS);
  return manifest;
}

/** The migrations of the backup; one that this version does not know comes from a newer version. */
async function schemaOf({ migrations }: BackupManifest): Promise<Migration[]> {
  const known = await readMigrations();
  return migrations.map(({ name, sha256 }) => {
    const found = known.find((migration) => migration.name === name && migration.sha256 === sha256);
    if (found !== undefined) return found;
    throw new OperatorError({
      en: `The backup is of a newer version of Sello (it has ${name}). Restore it with that version.`,
      es: `El respaldo es de una versión más nueva de Sello (tiene ${name}). Restáurelo con esa versión.`,
    });
  });
}

/** Path traversal: a forged list must not name files outside the backup's folders. */
function isOurs(name: string): boolean {
  return (
    /^(database\/\w+\.copy|tsa\/\w+\/[\w-]+\.pem|chain\/(blocks|operator\.key))$/.test(name) ||
    blobIn(name) !== undefined
  );
}

function blobIn(name: string) {
  const [top, account = '', start, file = '', ...rest] = name.split('/');
  const [accountId, blobName] = [parseId('acct', account), parseBlobName(file)];
  const isBlob = top === 'files' && start === file.slice(0, 2) && rest.length === 0;
  return isBlob && accountId !== undefined && blobName !== undefined
    ? { accountId, name: blobName }
    : undefined;
}

export async function assertEmptyFolder(folder: string): Promise<void> {
  if ((await namesIn(folder)).length === 0) return;
  throw new OperatorError({
    en: `The data folder ${folder} is not empty. A backup can only be restored into an empty one: move this one away, or name another with SELLO_DATA_DIR=….`,
    es: `La carpeta de datos ${folder} no está vacía. Un respaldo se restaura en una vacía: mueva esta o indique otra con SELLO_DATA_DIR=….`,
  });
}

export async function assertEmptyDatabase(address: DatabaseAddress): Promise<void> {
  const [row] = await inOneTransaction(address, (query) =>
    query(
      `select count(*) as n from pg_class where relkind in ('r', 'v', 'S') and relnamespace = current_schema()::regnamespace`,
    ),
  );
  if (row?.n === 0) return;
  throw new OperatorError({
    en: 'The database is not empty. A backup can only be restored into an empty one: name it with DATABASE_URL=….',
    es: 'La base de datos no está vacía. Un respaldo se restaura en una vacía: indíquela con DATABASE_URL=….',
  });
}

/** Files, the authority's keys and the chain, written before any row that names them. */
export async function restoreFiles(
  folder: string,
  manifest: BackupManifest,
  dataDir: string,
  stored: BlobStore,
  onProgress: OnProgress,
): Promise<void> {
  let done = 0;
  for await (const { path: name } of readSums(folder, manifest)) {
    const blob = blobIn(name);
    if (blob !== undefined) await restoreBlob(path.join(folder, name), blob, stored);
    else if (!name.startsWith('database/'))
      await restoreFile(path.join(folder, name), path.join(dataDir, name));
    done += 1;
    onProgress('files', done / manifest.files);
  }
}

async function restoreBlob(
  file: string,
  { accountId, name }: NonNullable<ReturnType<typeof blobIn>>,
  stored: BlobStore,
): Promise<void> {
  const incoming = stored.receive(accountId);
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 })) await incoming.write(chunk);
    incoming.finish();
    await incoming.sync();
    await incoming.keep(name);
  } finally {
    await incoming.discard();
  }
}

async function restoreFile(file: string, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await copyFile(file, target);
  await chmod(target, 0o600);
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The database in one transaction: schema, rows, sequences. A crash before the commit leaves an empty database and
 * files that nothing names.
 */
export async function restoreDatabase(
  address: DatabaseAddress,
  folder: string,
  manifest: BackupManifest,
  onProgress: OnProgress,
): Promise<void> {
  const schema = await schemaOf(manifest);
  await inOneTransaction(address, async (query, client) => {
    await applyMigrations(query, schema);
    let done = 0;
    for (const table of await inOrderOfReference(query, manifest.tables)) {
      onProgress('database', done / manifest.tables.length);
      // The migrations have just written this table.
      if (table.name !== 'migrations') await loadTable(client, folder, table);
      done += 1;
    }
    for (const { name, lastValue } of manifest.sequences) {
      await query('select setval($1::regclass, $2)', [`"${name}"`, lastValue]);
    }
  });
}

async function loadTable(
  client: pg.Client,
  folder: string,
  { name, columns, rows }: BackupTable,
): Promise<void> {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const target = client.query(copyFrom(`copy "${name}" (${list}) from stdin`));
  await pipeline(createReadStream(path.join(folder, 'database', `${name}.copy`)), target);
  if (target.rowCount !== rows) throw damagedBackup(`database/${name}.copy`);
}

/** Referenced tables first: foreign keys stay on, and disabling them would need a privileged role. */
async function inOrderOfReference(
  query: TransactionQuery,
  tables: readonly BackupTable[],
): Promise<BackupTable[]> {
  const rows = await query(
    `select conrelid::regclass::text as from_table, confrelid::regclass::text as to_table from pg_constraint
      where contype = 'f' and conrelid <> confrelid`,
  );
  const waiting = new Set(tables);
  const ordered: BackupTable[] = [];
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name));
    const ready = [...waiting].filter(
      ({ name }) => !rows.some((row) => row.from_table === name && names.has(text(row, 'to_table'))),
    );
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle');
    for (const table of ready) waiting.delete(table);
    ordered.push(...ready);
  }
  return ordered;
}
