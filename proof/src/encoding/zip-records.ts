/**
 * Writes the records of a ZIP archive of any size (APPNOTE 4.3 and 4.5.3, ZIP64). Entries follow one another, without
 * dates and attributes. Readers rebuild each record and compare it, so not one bit of an archive can differ from what
 * was issued.
 */

import { concatBytes, encodeUtf8 } from './bytes.ts';

/** `crc32` and `size` describe the content. `deflatedSize` is the size of the bytes written, if they are compressed. */
export type ZipRecord = { name: string; size: number; crc32: number; deflatedSize?: number | undefined };

export type ZipDirectory = { count: number; offset: number; size: number };

export const LOCAL_HEADER = 0x04034b50;
export const CENTRAL_HEADER = 0x02014b50;
export const END_OF_DIRECTORY = 0x06054b50;
const END_OF_DIRECTORY_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const VERSION = 20;
const VERSION_64 = 45;
/** APPNOTE 4.4.4, bit 11: names are UTF-8. */
const UTF8_NAMES = 0x0800;
/** 1980-01-01, the earliest date of the format. */
const NO_DATE = 0x0021;
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;
/** The tag of ZIP64's extended information, which holds only the offset here. */
const EXTRA_64 = 0x0001;
const STORED = 0;
export const DEFLATED = 8;

/** The lengths of the records without their variable parts. */
export const ZIP_BYTES = {
  local: 30,
  central: 46,
  end: 22,
  /** ZIP64's end record and the locator that points to it. */
  end64: 56 + 20,
} as const;

/** Entries of 4 GB or more would need ZIP64 sizes in both headers. Nothing written here is that long. */
const MOST_ENTRY_BYTES = FULL_32 - 1;

/** Counts an archive's bytes while it is written; the caller decides where to keep the directory until the end. */
export class ZipWriter {
  readonly #directory: ZipDirectory = { count: 0, offset: 0, size: 0 };

  /** `local` comes before the content; `central` belongs to the directory, after all entries. */
  begin(record: ZipRecord): { local: Uint8Array; central: Uint8Array } {
    const { size, deflatedSize = size, name } = record;
    if (Math.max(size, deflatedSize) > MOST_ENTRY_BYTES)
      throw new Error(`${name} is too large for one entry`);
    const [local, central] = [localHeader(record), centralEntry(record, this.#directory.offset)];
    this.#directory.count += 1;
    this.#directory.offset += local.length + deflatedSize;
    this.#directory.size += central.length;
    return { local, central };
  }

  /** The records after the directory. */
  end(): Uint8Array {
    return endRecords(this.#directory);
  }
}

export function localHeader(record: ZipRecord): Uint8Array {
  const name = encodeUtf8(record.name);
  return concatBytes(numbers([4, LOCAL_HEADER], [2, VERSION], ...sharedFields(record, name, 0)), name);
}

export function centralEntry(record: ZipRecord, offset: number): Uint8Array {
  const isFar = offset >= FULL_32;
  const extra = isFar ? numbers([2, EXTRA_64], [2, 8], [8, offset]) : new Uint8Array(0);
  const version = isFar ? VERSION_64 : VERSION;
  const name = encodeUtf8(record.name);
  const fixed = numbers(
    [4, CENTRAL_HEADER],
    [2, version],
    [2, version],
    ...sharedFields(record, name, extra.length),
    [8, 0],
    [2, 0],
    [4, Math.min(offset, FULL_32)],
  );
  return concatBytes(fixed, name, extra);
}

export function endRecords({ count, offset, size }: ZipDirectory): Uint8Array {
  const few = Math.min(count, FULL_16);
  const end = numbers(
    [4, END_OF_DIRECTORY],
    [4, 0],
    [2, few],
    [2, few],
    [4, Math.min(size, FULL_32)],
    [4, Math.min(offset, FULL_32)],
    [2, 0],
  );
  if (count < FULL_16 && offset < FULL_32 && size < FULL_32) return end;
  const large = numbers(
    [4, END_OF_DIRECTORY_64],
    [8, 44],
    [2, VERSION_64],
    [2, VERSION_64],
    [8, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
  );
  return concatBytes(large, numbers([4, LOCATOR_64], [4, 0], [8, offset + size], [4, 1]), end);
}

/** A number and its width in bytes. */
type Field = readonly [width: 2 | 4 | 8, value: number];

/** What both headers share: from the flags to the length of the extra field. */
function sharedFields({ size, deflatedSize, crc32 }: ZipRecord, name: Uint8Array, extra: number): Field[] {
  return [
    [2, UTF8_NAMES],
    [2, deflatedSize === undefined ? STORED : DEFLATED],
    [2, 0],
    [2, NO_DATE],
    [4, crc32],
    [4, deflatedSize ?? size],
    [4, size],
    [2, name.length],
    [2, extra],
  ];
}

/** The lowest byte first. */
function numbers(...fields: readonly Field[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((length, [width]) => length + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else if (width === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += width;
  }
  return bytes;
}
