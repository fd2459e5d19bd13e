/**
 * Reads the ZIP archives that `sello export-evidence` writes, and no others. Every record of the ZIP is compared with
 * the one that we would write, so that two programs never read different archives from one file. Only the directory is
 * kept in memory.
 */

import type { FileHandle } from 'node:fs/promises';
import {
  centralEntry,
  endRecords,
  localHeader,
  ZIP_BYTES,
  type ZipDirectory,
  type ZipRecord,
} from '@sello/proof';
import { CommandFailed } from '../../shared/usage.ts';
import type { ArchiveReader } from './archive-reader.ts';

type Placed = ZipRecord & { offset: number };

/** Throws `CommandFailed` (invalid) for an archive that was damaged or packed again. */
export async function openZip(file: FileHandle, size: number): Promise<ArchiveReader> {
  try {
    const entries = await readDirectory(file, await readEnd(file, size));
    return {
      async *paths() {
        yield* entries.keys();
      },
      async open(name) {
        const entry = entries.get(name);
        return entry && contentOf(file, entry);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readEnd(file: FileHandle, size: number): Promise<ZipDirectory> {
  const end = await bytesAt(file, size - ZIP_BYTES.end, ZIP_BYTES.end);
  const small = { count: end.readUInt16LE(10), size: end.readUInt32LE(12), offset: end.readUInt32LE(16) };
  const isLarge = small.count === 0xffff || small.size === 0xffffffff || small.offset === 0xffffffff;
  const from = size - ZIP_BYTES.end - (isLarge ? ZIP_BYTES.end64 : 0);
  const records = await bytesAt(file, from, size - from);
  const directory = isLarge
    ? {
        count: Number(records.readBigUInt64LE(32)),
        size: Number(records.readBigUInt64LE(40)),
        offset: Number(records.readBigUInt64LE(48)),
      }
    : small;
  if (directory.offset + directory.size !== from || !records.equals(endRecords(directory))) throw damaged();
  return directory;
}

async function readDirectory(file: FileHandle, { count, offset, size }: ZipDirectory) {
  const bytes = await bytesAt(file, offset, size);
  const entries = new Map<string, Placed>();
  let [at, expected] = [0, 0];
  while (at < bytes.length) {
    if (at + ZIP_BYTES.central > bytes.length) throw damaged();
    const nameEnd = at + ZIP_BYTES.central + bytes.readUInt16LE(at + 28);
    const entry = {
      name: bytes.toString('utf8', at + ZIP_BYTES.central, nameEnd),
      crc32: bytes.readUInt32LE(at + 16),
      size: bytes.readUInt32LE(at + 24),
    };
    // Entries follow each other without gaps, so the position of each is known from the entries before it.
    const written = centralEntry(entry, expected);
    if (!bytes.subarray(at, at + written.length).equals(written) || entries.has(entry.name)) throw damaged();
    entries.set(entry.name, { ...entry, offset: expected });
    expected += localHeader(entry).length + entry.size;
    at += written.length;
  }
  if (expected !== offset || entries.size !== count) throw damaged();
  return entries;
}

async function* contentOf(file: FileHandle, entry: Placed): AsyncGenerator<Uint8Array> {
  const header = localHeader(entry);
  if (!(await bytesAt(file, entry.offset, header.length)).equals(header)) throw damaged();
  const CHUNK = 1 << 16;
  for (let done = 0; done < entry.size; done += CHUNK)
    yield await bytesAt(file, entry.offset + header.length + done, Math.min(CHUNK, entry.size - done));
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) throw damaged();
  const bytes = Buffer.alloc(length);
  const { bytesRead } = length === 0 ? { bytesRead: 0 } : await file.read(bytes, 0, length, position);
  if (bytesRead !== length) throw damaged();
  return bytes;
}

function damaged(): CommandFailed {
  return new CommandFailed(
    'INVALID: the ZIP file is damaged, or was packed again by another program. Unpack it, and give the folder.',
  );
}
