/** Original files in a local folder: `files/<account>/<first two digits>/<sha256>`, never a caller's name. */

import * as fs from 'node:fs';
import { link, mkdir, readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { syncFolder } from '../kernel/disk/folder.ts';
import { type AccountId, parseId } from '../kernel/ids.ts';
import { parseBlobName } from './blob-name.ts';
import { findStaleFiles, openIncomingFile, receiveInto, sweepIncomingFiles } from './incoming-file.ts';
import type { BlobInventory, BlobName, BlobStore, IncomingBlob, StoredBlob } from './ports.ts';
import { asDiskError, rethrowAsDiskError } from './storage-failure.ts';

const rename = promisify(fs.rename);

export async function openBlobFolder(
  folder: string,
  newName: () => string,
): Promise<BlobStore & BlobInventory> {
  const incoming = path.join(folder, 'incoming');
  const files = path.join(folder, 'files');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await mkdir(files, { recursive: true, mode: 0o700 });

  const pathOf = (accountId: AccountId, name: BlobName) =>
    path.join(files, accountId, name.slice(0, 2), name);

  return {
    receive: (accountId) =>
      receive(path.join(incoming, newName()), (name: BlobName) => pathOf(accountId, name)),

    open: (accountId, name, range) => openFile(pathOf(accountId, name), range),

    async sizeOf(accountId, name) {
      try {
        return (await stat(pathOf(accountId, name))).size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw asDiskError(error);
      }
    },

    sweep: (before) => sweepIncomingFiles(incoming, before),

    list: () => listFiles(files),

    countUnfinished: async (before) => (await findStaleFiles(incoming, before)).length,

    async remove({ accountId, name }, before) {
      const file = pathOf(accountId, name);
      const { mtime } = await stat(file).catch(() => ({ mtime: before }));
      if (mtime >= before) return false;
      await unlink(file);
      await syncFolder(path.dirname(file));
      return true;
    },

    async link(accountId, name, target) {
      try {
        await link(pathOf(accountId, name), target);
        return true;
      } catch (error) {
        if (CANNOT_LINK.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
        throw asDiskError(error);
      }
    },
  };
}

async function openFile(
  file: string,
  range: { start: number; end: number } | undefined,
): Promise<Readable | undefined> {
  const stream = fs.createReadStream(file, range ?? {});
  try {
    await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject));
    return stream;
  } catch (error) {
    stream.destroy();
    await finished(stream).catch(() => {});
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw asDiskError(error);
  }
}

/**
 * Codes for a link that cannot be made: another disk, a file system without links, a file of another user, or too
 * many links.
 */
const CANNOT_LINK = ['EXDEV', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EACCES', 'EMLINK', 'ENOSYS'];

/** Lists the files, without those in files and folders whose names are not ours. */
async function* listFiles(folder: string): AsyncGenerator<StoredBlob[]> {
  let batch: StoredBlob[] = [];
  for (const account of await readdir(folder)) {
    const accountId = parseId('acct', account);
    if (accountId === undefined) continue;
    for (const start of await readdir(path.join(folder, account))) {
      batch.push(...(await readFolder(path.join(folder, account, start), accountId)));
      if (batch.length < LIST_AT_ONCE) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

const LIST_AT_ONCE = 500;

async function readFolder(folder: string, accountId: AccountId): Promise<StoredBlob[]> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (text): Promise<StoredBlob[]> => {
      const name = parseBlobName(text);
      const known = name && (await stat(path.join(folder, text)).catch(() => undefined));
      return name === undefined || known === undefined ? [] : [{ accountId, name, modifiedAt: known.mtime }];
    }),
  );
  return found.flat();
}

function receive(temporary: string, pathOf: (name: BlobName) => string): IncomingBlob {
  const file = openIncomingFile(temporary);
  return receiveInto(file, file.sync, async (name) => {
    // The bytes are on disk before the file gets its name, and the name before the row is written. So a row never
    // points at bytes that a crash can lose. A crash before the rename leaves a temporary file, which the sweep
    // deletes. A crash after it leaves a file that no row points at; a repeated upload replaces it with the same bytes.
    const named = pathOf(name);
    try {
      if (file.exists()) await giveName(temporary, named);
      file.letGo();
      await syncFolder(path.dirname(named));
    } catch (error) {
      rethrowAsDiskError(error);
    }
  });
}

/** Gives a file its name. If the folder is missing, it is made so that it survives a crash. */
export async function giveName(temporary: string, named: string): Promise<void> {
  try {
    await rename(temporary, named);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await makeFolderDurably(path.dirname(named));
    await rename(temporary, named);
  }
}

/** A new folder survives a crash only once its parent is synced too. */
async function makeFolderDurably(folder: string): Promise<void> {
  const topmost = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (topmost === undefined) return;
  for (let made = folder; made.length >= topmost.length; made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
  }
}
