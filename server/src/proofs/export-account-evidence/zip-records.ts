/**
 * The records of a ZIP archive of any size (APPNOTE 4.3 and 4.5.3, ZIP64): entries are stored, without dates and
 * attributes, one behind the other. Writer and reader use the same functions: the reader writes each record again and
 * compares, so that no bit of an archive may differ.
 */

import { uint16, uint32, uint64 } from '../little-endian.ts';

export type ZipEntry = { name: string; size: number; crc32: number };

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const END_OF_DIRECTORY_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const VERSION = 20;
const VERSION_64 = 45;
const UTF8_NAMES = 0x0800;
/** 1980-01-01, the earliest date of the format. */
const NO_DATE = 0x0021;
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;
/** Zip64 extended information: here the offset alone. */
const EXTRA_64 = 0x0001;

export const END_BYTES = 22;
/** The larger end record, and the locator that leads to it. */
export const END_64_BYTES = 56 + 20;
export const CENTRAL_BYTES = 46;

/** Sizes of one entry stay below 4 GB: originals are limited, and the index of ten million certificates is smaller. */
export const MOST_ENTRY_BYTES = FULL_32 - 1;

export function localHeader(entry: ZipEntry): Buffer {
  return Buffer.concat([uint32(LOCAL_HEADER), uint16(VERSION), common(entry, 0), Buffer.from(entry.name)]);
}

export function centralEntry(entry: ZipEntry, offset: number): Buffer {
  const isFar = offset >= FULL_32;
  const extra = isFar ? Buffer.concat([uint16(EXTRA_64), uint16(8), uint64(offset)]) : Buffer.alloc(0);
  const version = uint16(isFar ? VERSION_64 : VERSION);
  return Buffer.concat([
    uint32(CENTRAL_HEADER),
    version,
    version,
    common(entry, extra.length),
    Buffer.alloc(10),
    uint32(Math.min(offset, FULL_32)),
    Buffer.from(entry.name),
    extra,
  ]);
}

export type Directory = { count: number; offset: number; size: number };

export function endRecords({ count, offset, size }: Directory): Buffer {
  const few = Math.min(count, FULL_16);
  const end = [
    uint32(END_OF_DIRECTORY),
    uint32(0),
    uint16(few),
    uint16(few),
    uint32(Math.min(size, FULL_32)),
    uint32(Math.min(offset, FULL_32)),
    uint16(0),
  ];
  if (count < FULL_16 && offset < FULL_32 && size < FULL_32) return Buffer.concat(end);
  const large = [
    uint32(END_OF_DIRECTORY_64),
    uint64(44),
    uint16(VERSION_64),
    uint16(VERSION_64),
    uint32(0),
    uint32(0),
    uint64(count),
    uint64(count),
    uint64(size),
    uint64(offset),
  ];
  return Buffer.concat([...large, uint32(LOCATOR_64), uint32(0), uint64(offset + size), uint32(1), ...end]);
}

/** Flags to extra length: what both headers share. */
function common({ name, size, crc32 }: ZipEntry, extraLength: number): Buffer {
  return Buffer.concat([
    uint16(UTF8_NAMES),
    uint16(0),
    uint16(0),
    uint16(NO_DATE),
    uint32(crc32),
    uint32(size),
    uint32(size),
    uint16(Buffer.byteLength(name)),
    uint16(extraLength),
  ]);
}
