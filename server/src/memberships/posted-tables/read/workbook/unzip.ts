/**
 * Reads the entries of a ZIP archive that a spreadsheet program wrote. Sizes that the archive states are never
 * believed: the bytes that come out are counted, so that a small file cannot expand to gigabytes.
 */

import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { WorkbookProblem } from './workbook-problem.ts';

/** Yields the content of an entry; undefined if there is no entry with this name. */
export type OpenEntry = (name: string) => AsyncIterable<Buffer> | undefined;

type Entry = { method: number; from: number; to: number };

const END_OF_DIRECTORY = 0x06054b50;
const CENTRAL_HEADER = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const LONGEST_COMMENT = 0xffff;
const ENCRYPTED = 0x0001;
const STORED = 0;
const DEFLATED = 8;

/** Workbooks with many pictures have some hundred entries. */
const MOST_ENTRIES = 5_000;
/**
 * The most bytes that all entries may decompress to. Ten thousand rows of a hundred columns need about half of this.
 */
const MOST_UNPACKED_BYTES = 96 * 1024 * 1024;

export function openArchive(bytes: Buffer): OpenEntry {
  const entries = readDirectory(bytes);
  let left = MOST_UNPACKED_BYTES;
  const spend = (size: number) => {
    left -= size;
    if (left < 0) throw new WorkbookProblem('too_large');
  };
  return (name) => {
    const entry = entries.get(name);
    return entry && contentOf(bytes, entry, spend);
  };
}

function readDirectory(bytes: Buffer): Map<string, Entry> {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) throw new WorkbookProblem('too_large');
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (at + CENTRAL_BYTES > bytes.length || bytes.readUInt32LE(at) !== CENTRAL_HEADER) throw damaged();
    const nameEnd = at + CENTRAL_BYTES + bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + CENTRAL_BYTES, nameEnd);
    if ((bytes.readUInt16LE(at + 8) & ENCRYPTED) !== 0) throw new WorkbookProblem('encrypted');
    // A name that occurs twice could be read in two ways.
    if (entries.has(name)) throw damaged();
    entries.set(name, toEntry(bytes, at));
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function findEnd(bytes: Buffer): number {
  const last = bytes.length - END_BYTES;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--)
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  throw damaged();
}

function toEntry(bytes: Buffer, at: number): Entry {
  const local = bytes.readUInt32LE(at + 42);
  if (local + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(local) !== LOCAL_HEADER) throw damaged();
  const from = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const to = from + bytes.readUInt32LE(at + 20);
  if (to > bytes.length) throw damaged();
  return { method: bytes.readUInt16LE(at + 10), from, to };
}

async function* contentOf(
  bytes: Buffer,
  { method, from, to }: Entry,
  spend: (size: number) => void,
): AsyncGenerator<Buffer> {
  const packed = bytes.subarray(from, to);
  if (method === STORED) {
    spend(packed.length);
    yield packed;
    return;
  }
  if (method !== DEFLATED) throw damaged();
  const unpacked = Readable.from([packed]).pipe(createInflateRaw({ chunkSize: 65_536 }));
  try {
    for await (const chunk of unpacked) {
      spend(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof WorkbookProblem ? error : damaged();
  } finally {
    unpacked.destroy();
  }
}

function damaged(): WorkbookProblem {
  return new WorkbookProblem('damaged');
}
