/** Original files in a local folder: `files/<account>/<first two digits>/<sha256>`, never a caller's name. */

import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { mkdir, readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { AppError } from '../domain/errors.ts';
import type { AccountId } from '../domain/ids.ts';
import type { Sha256Hex } from '../domain/sha256-hex.ts';
import type { BlobStore, IncomingBlob } from '../ports.ts';
import { releaseMemory } from '../release-memory.ts';

// Plain descriptors: the promise-based file handles cost twice as much per call.
const open = promisify(fs.open);
const writev = promisify(fs.writev);
const fdatasync = promisify(fs.fdatasync);
const fsync = promisify(fs.fsync);
const rename = promisify(fs.rename);

/** Large enough that system calls do not count, small enough that many uploads fit in memory. */
const BATCH_BYTES = 1 << 20;

export async function openBlobFolder(folder: string, newName: () => string): Promise<BlobStore> {
  const incoming = path.join(folder, 'incoming');
  const files = path.join(folder, 'files');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await mkdir(files, { recursive: true, mode: 0o700 });

  const pathOf = (accountId: AccountId, sha256: Sha256Hex) =>
    path.join(files, accountId, sha256.slice(0, 2), sha256);

  return {
    receive: () => receive(path.join(incoming, newName()), pathOf),

    async open(accountId, sha256, range) {
      const stream = fs.createReadStream(pathOf(accountId, sha256), range ?? {});
      try {
        await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject));
        return stream;
      } catch (error) {
        stream.destroy();
        await finished(stream).catch(() => {});
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw asStorageError(error);
      }
    },

    async sweep(before) {
      let swept = 0;
      for (const name of await readdir(incoming)) {
        const file = path.join(incoming, name);
        const { mtime } = await stat(file).catch(() => ({ mtime: before }));
        if (mtime >= before) continue;
        await unlink(file).catch(() => {});
        swept += 1;
      }
      return swept;
    },
  };
}

/** Hashes as the bytes come and writes them a batch at a time, one batch ahead of the disk. */
function receive(
  temporary: string,
  pathOf: (accountId: AccountId, sha256: Sha256Hex) => string,
): IncomingBlob {
  const hash = createHash('sha256');
  let sha256: Sha256Hex | undefined;
  let sizeBytes = 0;
  let batch: Uint8Array[] = [];
  let batchBytes = 0;
  let descriptor: number | undefined;
  /** Settles when everything handed to the disk so far is written. */
  let written: Promise<void> = Promise.resolve();
  let temporaryExists = false;
  let isSynced = false;

  const writeBatch = async (chunks: Uint8Array[]) => {
    if (descriptor === undefined) {
      // The file must be new ('x'): nobody can have put a link in its place.
      descriptor = await open(temporary, 'wx', 0o600);
      temporaryExists = true;
    }
    for (let rest = chunks; rest.length > 0; ) {
      rest = dropBytes(rest, (await writev(descriptor, rest)).bytesWritten);
    }
    for (const chunk of chunks) releaseMemory(chunk);
  };

  /** A number closed twice could by then be somebody else's file. */
  const closeOnce = async () => {
    const opened = descriptor;
    descriptor = undefined;
    // Its bytes are synced or unwanted: closing does not wait for the disk, and a trip to another thread would.
    if (opened !== undefined) fs.closeSync(opened);
  };

  const handBatchOver = () => {
    const chunks = batch;
    batch = [];
    batchBytes = 0;
    written = written.then(() => writeBatch(chunks));
    // Whoever waits for it sees the failure; until somebody does, it must not end the process.
    written.catch(() => {});
  };

  return {
    write(chunk) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      batch.push(chunk);
      batchBytes += chunk.length;
      if (batchBytes < BATCH_BYTES) return undefined;
      const before = written;
      handBatchOver();
      return before.catch(rethrowAsStorageError);
    },

    finish() {
      sha256 = hash.digest('hex') as Sha256Hex;
      return { sha256, sizeBytes };
    },

    async sync() {
      try {
        if (batchBytes > 0) handBatchOver();
        await written;
        if (descriptor === undefined) throw new Error('An empty file has nothing to keep');
        await fdatasync(descriptor);
        await closeOnce();
        isSynced = true;
      } catch (error) {
        rethrowAsStorageError(error);
      }
    },

    async keep(accountId) {
      if (sha256 === undefined || !isSynced)
        throw new Error('A file is kept only once it is finished and synced');
      // Bytes before name, name before row: a row never points at bytes that a crash can take away. A crash
      // before the rename leaves a temporary file for the sweep; after it, a file that no row points at,
      // which the same upload sent again replaces with the same bytes.
      const named = pathOf(accountId, sha256);
      try {
        if (temporaryExists) await giveName(temporary, named);
        temporaryExists = false;
        await syncFolder(path.dirname(named));
      } catch (error) {
        rethrowAsStorageError(error);
      }
    },

    async discard() {
      await written.catch(() => {});
      await closeOnce().catch(() => {});
      if (temporaryExists) await unlink(temporary).catch(() => {});
      temporaryExists = false;
    },
  };
}

/** What is left of `chunks` after `count` bytes: a write may take less than it was given. */
function dropBytes(chunks: Uint8Array[], count: number): Uint8Array[] {
  let index = 0;
  let left = count;
  for (let chunk = chunks[0]; chunk !== undefined && chunk.length <= left; chunk = chunks[index]) {
    left -= chunk.length;
    index += 1;
  }
  const rest = chunks.slice(index);
  if (left > 0 && rest[0] !== undefined) rest[0] = rest[0].subarray(left);
  return rest;
}

async function giveName(temporary: string, named: string): Promise<void> {
  try {
    await rename(temporary, named);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await makeFolderDurably(path.dirname(named));
    await rename(temporary, named);
  }
}

/** A new folder is there after a crash only once the folder that holds it is synced too. */
async function makeFolderDurably(folder: string): Promise<void> {
  const topmost = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (topmost === undefined) return;
  for (let made = folder; made.length >= topmost.length; made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Opening a folder that was just written to touches no disk; a trip to another thread costs more than it does.
  const descriptor = fs.openSync(folder, 'r');
  try {
    await fsync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

function rethrowAsStorageError(error: unknown): never {
  throw asStorageError(error);
}

function asStorageError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || error instanceof AppError) return error;
  return new AppError(
    'storage_unavailable',
    {
      en: 'The file could not be stored at the moment. Nothing was changed; please try again.',
      es: 'El archivo no se pudo guardar en este momento. No se cambió nada; intente de nuevo.',
    },
    { cause: error, retryAfterSeconds: 5 },
  );
}
