/** Verifies that a backup is complete, and that there is room for it, before anything is written. */

import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { parseEntriesPath, parseTilePath, TILE_WIDTH } from '@sello/proof';
import { type Migration, readMigrations } from '../../database/migrate.ts';
import { isNoted } from '../../database/upgrades/noted-contracts.ts';
import { parseBlobName } from '../../files/blob-name.ts';
import type { BlobName } from '../../files/ports.ts';
import { type AccountId, parseId } from '../../kernel/ids.ts';
import { type Archive, openArchive } from './archive.ts';
import { type BackupManifest, SUMS, type Trust } from './manifest.ts';
import { damagedBackup, newerBackup, noRoom } from './refusals.ts';

export type OnProgress = (what: string, done: number | undefined) => void;

/** The total bytes for each destination. */
type Sizes = { database: number; files: number; embedded: number };

/** The free room to check. `holds` says what goes into the folder. Without a `Room` nothing is checked. */
export type Room = { folder: string; holds: readonly (keyof Sizes)[] };

/** Checks a backup, and returns it once every one of its files was verified. */
export async function checkBackup(
  folder: string,
  trust: Trust,
  onProgress: OnProgress,
  room?: Room,
): Promise<Archive> {
  const archive = await openArchive(folder, trust);
  await schemaOf(archive.manifest);
  const sizes = await measure(archive);
  // The room is checked before any file is read, because a backup may claim any length at no cost.
  if (room !== undefined) await assertRoom(room, sizes);
  let done = 0;
  for await (const { name, sha256 } of archive.list()) {
    if ((await archive.hash(name)) !== sha256) throw damagedBackup(name);
    done += 1;
    onProgress('checking', done / archive.manifest.files);
  }
  return archive;
}

/**
 * Adds up the sizes. Every name must be one that a backup has, every table must have its file, and all files must
 * have the length that was stated.
 */
async function measure({ manifest, list, sizeOf }: Archive): Promise<Sizes> {
  const tables = new Set(manifest.tables.map(({ name }) => `database/${name}.copy`));
  const sizes: Sizes = { database: 0, files: 0, embedded: 0 };
  let files = 0;
  for await (const { name } of list()) {
    const kind = kindOf(name);
    if (kind === undefined) throw damagedBackup(SUMS);
    if (kind === 'database' && !tables.delete(name)) throw damagedBackup(name);
    sizes[kind] += await sizeOf(name);
    files += 1;
  }
  const [missing] = tables;
  if (missing !== undefined || files !== manifest.files) throw damagedBackup(missing ?? SUMS);
  const bytes = sizes.database + sizes.files + sizes.embedded;
  if (manifest.format === 2 && manifest.bytes !== bytes) throw damagedBackup(SUMS);
  return sizes;
}

/**
 * The destination of a file, by its name; undefined for other names. A forged list must not lead out of the folders
 * of the backup.
 */
export function kindOf(name: string): keyof Sizes | undefined {
  if (/^database\/\w+\.copy$/.test(name)) return 'database';
  if (/^(tsa\/\w+\/[\w-]+\.pem|chain\/(blocks|operator\.key))$/.test(name)) return 'embedded';
  return blobIn(name) === undefined && tileIn(name) === undefined ? undefined : 'files';
}

/** The name under which a tile or bundle of the log is kept beside the files. */
export function tileIn(name: string): string | undefined {
  const [, kept = ''] = /^log\/(tile\/.*)$/s.exec(name) ?? [];
  const { width } = parseTilePath(kept) ?? parseEntriesPath(kept) ?? {};
  return width === TILE_WIDTH ? kept : undefined;
}

export function blobIn(name: string): { accountId: AccountId; name: BlobName } | undefined {
  const [top, account = '', start, file = '', ...rest] = name.split('/');
  const [accountId, blobName] = [parseId('acct', account), parseBlobName(file)];
  const isBlob = top === 'files' && start === file.slice(0, 2) && rest.length === 0;
  return isBlob && accountId !== undefined && blobName !== undefined
    ? { accountId, name: blobName }
    : undefined;
}

/** The backup's schema, if this version knows it; otherwise the backup is from a newer version. */
export async function schemaOf({ migrations }: BackupManifest): Promise<Migration[]> {
  const known = await readMigrations();
  const files = migrations.filter(({ name }) => !isNoted(name));
  return files.map(({ name, sha256 }) => {
    const found = known.find((migration) => migration.name === name && migration.sha256 === sha256);
    if (found === undefined) throw newerBackup(name.replace(/[^\w.-]/g, '?').slice(0, 80));
    return found;
  });
}

async function assertRoom({ folder, holds }: Room, sizes: Sizes): Promise<void> {
  const needed = holds.reduce((sum, kind) => sum + sizes[kind], 0);
  const { bavail, bsize } = await statfs(await nearestFolder(folder));
  if (needed > bavail * bsize) throw noRoom(needed, folder, bavail * bsize);
}

/** The nearest folder that exists, because the data folder may not exist yet. */
async function nearestFolder(folder: string): Promise<string> {
  const isThere = await statfs(folder).then(
    () => true,
    () => false,
  );
  const parent = path.dirname(folder);
  return isThere || parent === folder ? folder : nearestFolder(parent);
}
