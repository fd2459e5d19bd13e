/** One upload on its way into a store: hashed as its bytes come, and laid down in a temporary file. */

import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { releaseMemory } from '../kernel/release-memory.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import { rethrowAsDiskError } from './storage-failure.ts';

// Plain descriptors: the promise-based file handles cost twice as much per call.
const open = promisify(fs.open);
const writev = promisify(fs.writev);
const fdatasync = promisify(fs.fdatasync);

/** Large enough that system calls do not count, small enough that many uploads fit in memory. */
const BATCH_BYTES = 1 << 20;

export type IncomingFile = {
  write(chunk: Uint8Array): Promise<void> | undefined;
  finish(): { sha256: Sha256Hex; sizeBytes: number };
  /** Resolves once every byte is in the file and would survive a crash. */
  sync(): Promise<void>;
  /** Resolves once every byte can be read again: in memory if there are few of them, else from the file. */
  settle(): Promise<void>;
  /** After `settle`: all the bytes, or undefined when they are in the file. */
  inMemory(): readonly Uint8Array[] | undefined;
  /** The file at `path`, if there is one, has got another name: it is no longer deleted by `discard`. */
  letGo(): void;
  discard(): Promise<void>;
  readonly path: string;
  /** Whether there is a file at `path`. */
  readonly exists: boolean;
};

/** Writes a batch at a time, one batch ahead of the disk; an upload of less than one has no file until `sync`. */
export function openIncomingFile(temporary: string): IncomingFile {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let batch: Uint8Array[] = [];
  let batchBytes = 0;
  let descriptor: number | undefined;
  /** Settles when everything handed to the disk so far is written; undefined before anything was. */
  let written: Promise<void> | undefined;
  let exists = false;
  let isUnwanted = false;

  const writeBatch = async (chunks: Uint8Array[]) => {
    if (isUnwanted) return;
    if (descriptor === undefined) {
      // The file must be new ('x'): nobody can have put a link in its place.
      descriptor = await open(temporary, 'wx', 0o600);
      exists = true;
    }
    for (let rest = chunks; rest.length > 0; ) {
      rest = dropBytes(rest, (await writev(descriptor, rest)).bytesWritten);
    }
    for (const chunk of chunks) releaseMemory(chunk);
  };

  /** A number closed twice could by then be somebody else's file. */
  const closeOnce = () => {
    const opened = descriptor;
    descriptor = undefined;
    // Its bytes are synced or unwanted: closing does not wait for the disk, and a trip to another thread would.
    if (opened !== undefined) fs.closeSync(opened);
  };

  const handBatchOver = () => {
    const chunks = batch;
    batch = [];
    batchBytes = 0;
    written = written === undefined ? writeBatch(chunks) : written.then(() => writeBatch(chunks));
    // Whoever waits for it sees the failure; until somebody does, it must not end the process.
    written.catch(() => {});
  };

  return {
    path: temporary,
    get exists() {
      return exists;
    },

    write(chunk) {
      // After `discard` the descriptor's number can be somebody else's file: a write that was cut into pieces by
      // whoever stands between must not go on.
      if (isUnwanted) return undefined;
      hash.update(chunk);
      sizeBytes += chunk.length;
      batch.push(chunk);
      batchBytes += chunk.length;
      if (batchBytes < BATCH_BYTES) return undefined;
      const before = written;
      handBatchOver();
      return before?.catch(rethrowAsDiskError);
    },

    finish: () => ({ sha256: hash.digest('hex') as Sha256Hex, sizeBytes }),

    async sync() {
      try {
        if (batchBytes > 0) handBatchOver();
        await written;
        if (descriptor === undefined) throw new Error('An empty file has nothing to keep');
        await fdatasync(descriptor);
        closeOnce();
      } catch (error) {
        rethrowAsDiskError(error);
      }
    },

    async settle() {
      if (written === undefined) return;
      try {
        if (batchBytes > 0) handBatchOver();
        await written;
        closeOnce();
      } catch (error) {
        rethrowAsDiskError(error);
      }
    },

    inMemory: () => (written === undefined ? batch : undefined),

    letGo() {
      exists = false;
    },

    async discard() {
      isUnwanted = true;
      await written?.catch(() => {});
      closeOnce();
      batch = [];
      if (exists) await unlink(temporary).catch(() => {});
      exists = false;
    },
  };
}

/** Deletes what crashed uploads left in the folder before `before`. */
export async function sweepIncomingFiles(folder: string, before: Date): Promise<number> {
  const stale = await findStaleFiles(folder, before);
  for (const file of stale) await unlink(file).catch(() => {});
  return stale.length;
}

/** What crashed uploads left in the folder before `before`. */
export async function findStaleFiles(folder: string, before: Date): Promise<string[]> {
  const stale: string[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const { mtime } = await stat(file).catch(() => ({ mtime: before }));
    if (mtime < before) stale.push(file);
  }
  return stale;
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
