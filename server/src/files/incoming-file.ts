/** One upload on its way into a store: hashed as it arrives, and written to a temporary file. */

import { createHash } from 'node:crypto';
import { readdir, readFile, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Sha256Hex } from '../kernel/sha256.ts';
import type { BlobName, IncomingBlob } from './ports.ts';
import { rethrowAsDiskError } from './storage-failure.ts';
import { openTemporaryFile } from './temporary-file.ts';

/**
 * The size of a batch: large enough that system calls cost little, and small enough that many uploads fit in memory.
 */
const BATCH_BYTES = 1 << 20;

export type IncomingFile = {
  write(chunk: Uint8Array): Promise<void> | undefined;
  finish(): { sha256: Sha256Hex; sizeBytes: number };
  /** Resolves once every byte is in the file and would survive a crash. */
  sync(): Promise<void>;
  /** Resolves once every byte can be read again: from memory if there are few, else from the file. */
  settle(): Promise<void>;
  /** After `settle`: all the bytes, or undefined if they are in the file. */
  inMemory(): readonly Uint8Array[] | undefined;
  /** Call this when the file at `path`, if any, was renamed: `discard` then does not delete it. */
  letGo(): void;
  discard(): Promise<void>;
  readonly path: string;
  /** Whether there is a file at `path`. */
  exists(): boolean;
};

/** An upload into a store: `settle` makes its bytes safe enough for `keep`, which gives them their name. */
export function receiveInto(
  file: IncomingFile,
  settle: () => Promise<void>,
  keep: (name: BlobName, digest: ReturnType<IncomingFile['finish']>) => Promise<void>,
): IncomingBlob {
  let digest: ReturnType<IncomingFile['finish']> | undefined;
  let isSettled = false;
  return {
    write: file.write,
    finish() {
      digest = file.finish();
      return digest;
    },
    async sync() {
      if (!isSettled) await settle();
      isSettled = true;
    },
    async readBack() {
      if (!isSettled) throw new Error('A file is read back only once it is synced');
      const pieces = file.inMemory();
      return pieces === undefined ? readFile(file.path).catch(rethrowAsDiskError) : Buffer.concat(pieces);
    },
    async keep(name = digest?.sha256) {
      if (name === undefined || digest === undefined || !isSettled)
        throw new Error('A file is kept only once it is finished and synced');
      await keep(name, digest);
    },
    discard: file.discard,
  };
}

/**
 * Opens an upload that is written in batches: while one is written to disk, the next one is received. An upload of less
 * than a batch has no file until `sync`.
 */
export function openIncomingFile(temporary: string): IncomingFile {
  const file = openTemporaryFile(temporary);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let batch: Uint8Array[] = [];
  let batchBytes = 0;

  const handBatchOver = (isWhole = false) => {
    file.append(batch, isWhole);
    batch = [];
    batchBytes = 0;
  };

  /** Writes the rest to disk, then runs `end`. */
  const finishWriting = async (end: () => Promise<void> | void): Promise<void> => {
    try {
      if (batchBytes > 0) handBatchOver(file.written() === undefined);
      await file.written();
      await end();
    } catch (error) {
      rethrowAsDiskError(error);
    }
  };

  return {
    path: temporary,
    exists: file.exists,

    write(chunk) {
      // After `discard`, another file may get the number of this descriptor. The encrypting layer splits a write into
      // pieces, and the later pieces must not go into that file.
      if (file.isDiscarded()) return undefined;
      hash.update(chunk);
      sizeBytes += chunk.length;
      batch.push(chunk);
      batchBytes += chunk.length;
      if (batchBytes < BATCH_BYTES) return undefined;
      const before = file.written();
      handBatchOver();
      return before?.catch(rethrowAsDiskError);
    },

    finish: () => ({ sha256: hash.digest('hex') as Sha256Hex, sizeBytes }),
    sync: () => finishWriting(file.syncAndClose),
    async settle() {
      if (file.written() !== undefined) await finishWriting(file.close);
    },
    inMemory: () => (file.written() === undefined ? batch : undefined),
    letGo: file.letGo,

    async discard() {
      await file.discard();
      batch = [];
    },
  };
}

/** Deletes the files that crashed uploads left in the folder before this time, and returns how many. */
export async function sweepIncomingFiles(folder: string, before: Date): Promise<number> {
  const stale = await findStaleFiles(folder, before);
  for (const file of stale) await unlink(file).catch(() => {});
  return stale.length;
}

/** The files that crashed uploads left in the folder before this time. */
export async function findStaleFiles(folder: string, before: Date): Promise<string[]> {
  const stale: string[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const { mtime } = await stat(file).catch(() => ({ mtime: before }));
    if (mtime < before) stale.push(file);
  }
  return stale;
}
