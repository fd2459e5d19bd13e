/** A file under a temporary name, written batch after batch behind whoever fills it. */

import * as fs from 'node:fs';
import { unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { releaseMemory } from '../kernel/release-memory.ts';

// Plain descriptors: the promise-based file handles cost twice as much per call.
const open = promisify(fs.open);
const writev = promisify(fs.writev);
const fdatasync = promisify(fs.fdatasync);

type TemporaryFile = {
  /** Whether there is a file at its path. */
  exists(): boolean;
  isDiscarded(): boolean;
  /** Settles when everything handed over so far is written; undefined before anything was. */
  written(): Promise<void> | undefined;
  append(chunks: Uint8Array[]): void;
  /** Resolves once what is written would survive a crash, and closes the file. */
  syncAndClose(): Promise<void>;
  close(): void;
  /** The file has got another name: it is no longer deleted by `discard`. */
  letGo(): void;
  discard(): Promise<void>;
};

/** There is no file before the first batch. */
export function openTemporaryFile(path: string): TemporaryFile {
  let descriptor: number | undefined;
  let written: Promise<void> | undefined;
  let exists = false;
  let isDiscarded = false;

  const writeBatch = async (chunks: Uint8Array[]) => {
    if (isDiscarded) return;
    if (descriptor === undefined) {
      // The file must be new ('x'): nobody can have put a link in its place.
      descriptor = await open(path, 'wx', 0o600);
      exists = true;
    }
    await writeAll(descriptor, chunks);
  };

  /** A number closed twice could by then be somebody else's file. */
  const closeOnce = () => {
    const opened = descriptor;
    descriptor = undefined;
    // Its bytes are synced or unwanted: closing does not wait for the disk, and a trip to another thread would.
    if (opened !== undefined) fs.closeSync(opened);
  };

  return {
    exists: () => exists,
    isDiscarded: () => isDiscarded,
    written: () => written,

    append(chunks) {
      written = written === undefined ? writeBatch(chunks) : written.then(() => writeBatch(chunks));
      // Whoever waits for it sees the failure; until somebody does, it must not end the process.
      written.catch(() => {});
    },

    async syncAndClose() {
      if (descriptor === undefined) throw new Error('An empty file has nothing to keep');
      await fdatasync(descriptor);
      closeOnce();
    },

    close: closeOnce,

    letGo() {
      exists = false;
    },

    async discard() {
      isDiscarded = true;
      await written?.catch(() => {});
      closeOnce();
      if (exists) await unlink(path).catch(() => {});
      exists = false;
    },
  };
}

async function writeAll(descriptor: number, chunks: Uint8Array[]): Promise<void> {
  for (let rest = chunks; rest.length > 0; ) {
    rest = dropBytes(rest, (await writev(descriptor, rest)).bytesWritten);
  }
  for (const chunk of chunks) releaseMemory(chunk);
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
