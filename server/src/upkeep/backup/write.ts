/**
 * Makes a consistent copy of everything while servers run. It copies a snapshot of the database first; then the files
 * that its rows name, which were written before the rows; then the tiles of the log that the database counts as
 * stored, which never change; and then the embedded chain, which may be ahead of the rows but never behind.
 */

import { createReadStream } from 'node:fs';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { TILE_WIDTH } from '@sello/proof';
import { readBlockFile } from '../../anchoring/embedded-chain/file.ts';
import type { DatabaseAddress } from '../../database/address.ts';
import type { BlobInventory, BlobName, BlobStore } from '../../files/ports.ts';
import { namesIn } from '../../kernel/disk/folder.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import { masterIdOf } from '../../kernel/wrapping/master-keys.ts';
import { bundleName, tileName, tilesBetween } from '../../transparency/tiles/full-tiles.ts';
import type { TileMarks } from '../../transparency/tiles/pg-tile-marks.ts';
import { encryptionKey } from './archive-key.ts';
import { type ArchiveWriter, openArchiveWriter } from './archive-writer.ts';
import type { OnProgress } from './check.ts';
import { copyDatabase } from './copy-database.ts';
import { type NewManifest, writeManifest } from './manifest.ts';

type BackupNeeds = {
  address: DatabaseAddress;
  /** The files as they are stored. Encrypted ones stay encrypted. */
  stored: BlobStore & Pick<BlobInventory, 'link'>;
  /** The tiles of the log, if they are kept beside the files. */
  kept: Pick<KeptObjects, 'read'>;
  dataDir: string;
  /** The master key. It authenticates the backup, and encrypts it if that is requested. */
  master: Uint8Array;
  isEncrypted: boolean;
  randomBytes: RandomBytes;
  onProgress: OnProgress;
};

export async function writeBackup(needs: BackupNeeds, folder: string): Promise<NewManifest> {
  const { master, randomBytes, isEncrypted } = needs;
  await makeEmptyFolder(folder);
  const salt = isEncrypted ? Buffer.from(randomBytes(32)).toString('hex') : null;
  const encryption = salt === null ? undefined : { key: encryptionKey(master, salt), randomBytes };
  const archive = openArchiveWriter(folder, encryption);
  const list = path.join(folder, 'files.list');
  const { tileMarks, ...database } = await copyDatabase(needs.address, archive, list, needs.onProgress);
  const damaged = await copyFiles(needs, archive, list);
  await rm(list);
  damaged.push(...(await copyTiles(needs, archive, tileMarks)));
  await copyAuthority(needs, archive);
  await copyChain(needs, archive);
  const manifest: NewManifest = {
    format: 2,
    ...database,
    ...(await archive.end()),
    damaged,
    masterId: masterIdOf(master),
    salt,
  };
  await writeManifest(folder, manifest, master);
  return manifest;
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new OperatorError({
      en: `${folder} is not empty. Name a folder that is, or that does not exist yet.`,
      es: `${folder} no está vacía. Indique una carpeta vacía o que aún no exista.`,
    });
  }
  // Only the owner may read the folder, because a backup holds keys.
  await chmod(folder, 0o700);
}

/** Copies the files that the list names; returns those already missing or damaged. */
async function copyFiles(needs: BackupNeeds, archive: ArchiveWriter, list: string): Promise<string[]> {
  const total = await countLines(list);
  const damaged: string[] = [];
  let done = 0;
  for await (const line of linesOf(list)) {
    const [accountId, sha256] = line.split('\t') as [AccountId, Sha256Hex];
    const names = await storedNames(needs.stored, accountId, sha256);
    if (names.length === 0) damaged.push(`files/${accountId}/${sha256.slice(0, 2)}/${sha256}`);
    for (const name of names) {
      const copied = `files/${accountId}/${sha256.slice(0, 2)}/${name}`;
      const hashed = await copyBlob(needs.stored, accountId, name, archive, copied);
      // Without the key, the content of an encrypted file cannot be checked here.
      if (name === sha256 && hashed !== sha256) damaged.push(copied);
    }
    done += 1;
    needs.onProgress('files', done / total);
  }
  return damaged;
}

/**
 * Copies the tiles, and returns those that are missing. Their content is checked by `sello fsck`, which knows the
 * tree.
 */
async function copyTiles(
  { kept, onProgress }: BackupNeeds,
  archive: ArchiveWriter,
  { stored }: TileMarks,
): Promise<string[]> {
  const missing: string[] = [];
  for (const tile of tilesBetween(0, stored)) {
    const names = [tileName(tile), ...(tile.level === 0 ? [bundleName(tile.index)] : [])];
    for (const name of names) {
      const bytes = await kept.read(name);
      if (bytes === undefined) missing.push(`log/${name}`);
      else await archive.put(`log/${name}`, Readable.from([bytes]));
    }
    if (tile.level === 0) onProgress('tiles', ((tile.index + 1) * TILE_WIDTH) / stored);
  }
  return missing;
}

async function storedNames(stored: BlobStore, accountId: AccountId, sha256: Sha256Hex): Promise<BlobName[]> {
  const names: BlobName[] = [`${sha256}.sealed`, sha256];
  const sizes = await Promise.all(names.map((name) => stored.sizeOf(accountId, name)));
  return names.filter((_, i) => sizes[i] !== undefined);
}

async function copyBlob(
  stored: BackupNeeds['stored'],
  accountId: AccountId,
  name: BlobName,
  archive: ArchiveWriter,
  copied: string,
): Promise<string> {
  const link = async (target: string) => (await stored.link?.(accountId, name, target)) ?? false;
  return archive.putLinked(copied, link, async () => {
    const source = await stored.open(accountId, name);
    if (source === undefined) throw new Error(`${name} disappeared while it was being copied`);
    return source;
  });
}

async function countLines(file: string): Promise<number> {
  let lines = 0;
  for await (const _ of linesOf(file)) lines += 1;
  return lines;
}

function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
}

async function copyAuthority({ dataDir }: BackupNeeds, archive: ArchiveWriter): Promise<void> {
  for (const kind of await namesIn(path.join(dataDir, 'tsa'))) {
    // This folder was left unfinished by a crash, and nothing reads it.
    if (kind.includes('-')) continue;
    for (const file of await namesIn(path.join(dataDir, 'tsa', kind))) {
      const name = `tsa/${kind}/${file}`;
      await archive.put(name, createReadStream(path.join(dataDir, name)));
    }
  }
}

/** Copies the chain. Only complete blocks are copied; one that is being written at this moment is left out. */
async function copyChain({ dataDir, onProgress }: BackupNeeds, archive: ArchiveWriter): Promise<void> {
  onProgress('chain', undefined);
  const blocks = path.join(dataDir, 'chain', 'blocks');
  const names = await namesIn(path.join(dataDir, 'chain'));
  if (!names.includes('blocks') || !names.includes('operator.key')) return;
  const { endBytes, rest } = await readBlockFile(blocks, () => {});
  if (rest === 'damaged') {
    throw new OperatorError({
      en: `The embedded chain is damaged at byte ${endBytes} of ${blocks}. Restore its file from an earlier backup.`,
      es: `La cadena integrada está dañada en el byte ${endBytes} de ${blocks}. Recupere su archivo de un respaldo anterior.`,
    });
  }
  const key = createReadStream(path.join(dataDir, 'chain', 'operator.key'));
  await archive.put('chain/operator.key', key);
  if (endBytes === 0) return;
  const whole = createReadStream(blocks, { end: endBytes - 1 });
  await archive.put('chain/blocks', whole);
}
