/** A file under a temporary name, written in the background, batch after batch. */

import * as fs from 'node:fs';
import { unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { releaseMemory } from '../kernel/pacing/release-memory.ts';

// Plain descriptors are used, because the promise-based file handles cost twice as much per call.
const open = promisify(fs.open);
const writev = promisify(fs.writev);
const fdatasync = promisify(fs.fdatasync);

const { O_WRONLY, O_CREAT, O_EXCL, O_DSYNC } = fs.constants;

/** Flags that demand a new file, so that an attacker cannot have put a link in its place. */
const NEW_FILE = O_WRONLY | O_CREAT | O_EXCL;

type TemporaryFile = {
  /** Whether the file was created and still has its temporary name. */
  exists(): boolean;
  isDiscarded(): boolean;
  /** Settles once everything appended so far is written; undefined before the first append. */
  written(): Promise<void> | undefined;
  /**
   * Appends bytes. With `isWhole` they are the whole file; then one call writes and syncs them instead of two.
   */
  append(chunks: Uint8Array[], isWhole?: boolean): void;
  /** Resolves once the bytes would survive a crash, and closes the file. */
  syncAndClose(): Promise<void>;
  close(): void;
  /** Call this when the file was renamed: `discard` then does not delete it. */
  letGo(): void;
  discard(): Promise<void>;
};

/** The file is created with the first batch. */
export function openTemporaryFile(path: string): TemporaryFile {
  let descriptor: number | undefined;
  let written: Promise<void> | undefined;
  let exists = false;
  let isSynced = false;
  let isDiscarded = false;

  const writeBatch = async (chunks: Uint8Array[], isWhole: boolean) => {
    if (isDiscarded) return;
    if (descriptor === undefined) {
      descriptor = await open(path, isWhole ? NEW_FILE | O_DSYNC : NEW_FILE, 0o600);
      exists = true;
      isSynced = isWhole;
    }
    await writeAll(descriptor, chunks);
  };

  /** Closing a descriptor twice could close another file that got the same number. */
  const closeOnce = () => {
    const opened = descriptor;
    descriptor = undefined;
    // This is synchronous. The bytes are already synced or not wanted, so this is faster than using another thread.
    if (opened !== undefined) fs.closeSync(opened);
  };

  return {
    exists: () => exists,
    isDiscarded: () => isDiscarded,
    written: () => written,

    append(chunks, isWhole = false) {
      const write = () => writeBatch(chunks, isWhole);
      written = written === undefined ? write() : written.then(write);
      // The next await reports the failure; until then it must not end the process as unhandled.
      written.catch(() => {});
    },

    async syncAndClose() {
      if (descriptor === undefined) throw new Error('An empty file cannot be synced');
      if (!isSynced) await fdatasync(descriptor);
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

/** What is left of `chunks` after `count` bytes, because a write may be partial. */
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
