/** A file under a temporary name, written in the background, batch after batch. */

import * as fs from 'node:fs';
import { unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { releaseMemory } from '../kernel/release-memory.ts';

// Plain descriptors: the promise-based file handles cost twice as much per call.
const open = promisify(fs.open);
const writev = promisify(fs.writev);
const fdatasync = promisify(fs.fdatasync);

const { O_WRONLY, O_CREAT, O_EXCL, O_DSYNC } = fs.constants;

/** The file must be new: an attacker cannot have put a link in its place. */
const NEW_FILE = O_WRONLY | O_CREAT | O_EXCL;

type TemporaryFile = {
  /** Whether the file was created and still has its temporary name. */
  exists(): boolean;
  isDiscarded(): boolean;
  /** Settles once everything appended so far is written; undefined before the first append. */
  written(): Promise<void> | undefined;
  append(chunks: Uint8Array[]): void;
  /** Instead of all else: creates the file with these bytes, resolves once they would survive a crash, and closes it. */
  writeWhole(chunks: Uint8Array[]): Promise<void>;
  /** Resolves once the bytes would survive a crash, and closes the file. */
  syncAndClose(): Promise<void>;
  close(): void;
  /** The file was renamed: `discard` no longer deletes it. */
  letGo(): void;
  discard(): Promise<void>;
};

/** The file is created with the first batch. */
export function openTemporaryFile(path: string): TemporaryFile {
  let descriptor: number | undefined;
  let written: Promise<void> | undefined;
  let exists = false;
  let isDiscarded = false;

  const writeBatch = async (chunks: Uint8Array[], flags = NEW_FILE) => {
    if (isDiscarded) return;
    if (descriptor === undefined) {
      descriptor = await open(path, flags, 0o600);
      exists = true;
    }
    await writeAll(descriptor, chunks);
  };

  /** Closing a descriptor twice could close another file that got the same number. */
  const closeOnce = () => {
    const opened = descriptor;
    descriptor = undefined;
    // Synchronous: the bytes are synced or unwanted, so this waits less than a trip to another thread.
    if (opened !== undefined) fs.closeSync(opened);
  };

  return {
    exists: () => exists,
    isDiscarded: () => isDiscarded,
    written: () => written,

    append(chunks) {
      written = written === undefined ? writeBatch(chunks) : written.then(() => writeBatch(chunks));
      // The next await reports the failure; until then it must not end the process as unhandled.
      written.catch(() => {});
    },

    async writeWhole(chunks) {
      written = writeBatch(chunks, NEW_FILE | O_DSYNC);
      await written;
      if (descriptor === undefined) throw new Error('A discarded file cannot be written');
      closeOnce();
    },

    async syncAndClose() {
      if (descriptor === undefined) throw new Error('An empty file cannot be synced');
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

/** The rest of `chunks` after `count` bytes: a write may be partial. */
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
