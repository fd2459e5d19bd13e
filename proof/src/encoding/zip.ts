/**
 * Deterministic ZIP archives of a few small files: in the given order, without dates and attributes, stored unless an
 * entry comes compressed already. The reader accepts only what this writer writes, so that two readers can never see
 * different files in one archive.
 */

import { ProofError } from '../proof-error.ts';
import { concatBytes, encodeUtf8, equalBytes, parseUtf8 } from './bytes.ts';
import { inflateRaw } from './inflate.ts';

/** Compressed once, for archives that are made again and again. */
export type PackedFile = { content: Uint8Array; deflated: Uint8Array; crc32: number };

type ZipEntry = { name: string; content: Uint8Array; packed?: PackedFile };

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const VERSION = 20;
/** APPNOTE 4.4.4, bit 11: names are UTF-8. */
const UTF8_NAMES = 0x0800;
/** 1980-01-01, the earliest date of the format. */
const NO_DATE = 0x0021;
const STORED = 0;
const DEFLATED = 8;

export function writeZip(entries: readonly ZipEntry[]): Uint8Array {
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const nameBytes = encodeUtf8(entry.name);
    const common = commonFields(entry, nameBytes.length);
    const kept = entry.packed?.deflated ?? entry.content;
    const local = concatBytes(uint32(LOCAL_HEADER), common, nameBytes, kept);
    directory.push(
      concatBytes(
        uint32(CENTRAL_HEADER),
        uint16(VERSION),
        common,
        new Uint8Array(10),
        uint32(offset),
        nameBytes,
      ),
    );
    locals.push(local);
    offset += local.length;
  }
  const directoryBytes = concatBytes(...directory);
  const count = uint16(entries.length);
  const end = concatBytes(
    uint32(END_OF_DIRECTORY),
    uint32(0),
    count,
    count,
    uint32(directoryBytes.length),
    uint32(offset),
    uint16(0),
  );
  return concatBytes(...locals, directoryBytes, end);
}

/** The fields shared by local header and directory entry, from "version needed" to "extra field length". */
function commonFields({ content, packed }: ZipEntry, nameLength: number): Uint8Array {
  return concatBytes(
    uint16(VERSION),
    uint16(UTF8_NAMES),
    uint16(packed === undefined ? STORED : DEFLATED),
    uint16(0),
    uint16(NO_DATE),
    uint32(packed?.crc32 ?? crc32(content)),
    uint32(packed?.deflated.length ?? content.length),
    uint32(content.length),
    uint16(nameLength),
    uint16(0),
  );
}

const MAX_ZIP_BYTES = 1 << 20;
const MAX_ENTRIES = 32;
/** The largest entry, decompressed: the verifier that goes along. */
const MAX_ENTRY_BYTES = 1 << 20;

/** Throws a `ProofError` unless the archive is, byte for byte, one that `writeZip` writes. */
export function readZip(bytes: Uint8Array): ZipEntry[] {
  if (bytes.length > MAX_ZIP_BYTES) throw malformed('it is larger than any evidence bundle');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + 30 <= bytes.length && view.getUint32(at, true) === LOCAL_HEADER) {
    const size = view.getUint32(at + 18, true);
    const contentAt = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    const name = parseUtf8(bytes.subarray(at + 30, at + 30 + view.getUint16(at + 26, true)));
    if (name === undefined || contentAt + size > bytes.length) throw malformed('an entry runs past its end');
    if (entries.some((entry) => entry.name === name)) throw malformed(`it holds ${name} twice`);
    if (entries.length === MAX_ENTRIES) throw malformed('it holds too many files');
    const kept = bytes.subarray(contentAt, contentAt + size);
    const isDeflated = view.getUint16(at + 8, true) === DEFLATED;
    entries.push({ name, ...(isDeflated ? unpacked(kept) : { content: kept }) });
    at = contentAt + size;
  }
  // Rewriting the entries and comparing checks all other fields, checksums and the directory at once.
  if (entries.length === 0 || !equalBytes(writeZip(entries), bytes)) {
    throw malformed('it is damaged, or was repacked by another program');
  }
  return entries;
}

function unpacked(deflated: Uint8Array): Pick<ZipEntry, 'content' | 'packed'> {
  const content = inflateRaw(deflated, MAX_ENTRY_BYTES);
  return { content, packed: packedFile(content, deflated) };
}

/** `deflated` is `content` as a raw DEFLATE stream. */
export function packedFile(content: Uint8Array, deflated: Uint8Array): PackedFile {
  return { content, deflated, crc32: crc32(content) };
}

function malformed(why: string): ProofError {
  return new ProofError('bundle_malformed', `this is not an evidence bundle as issued: ${why}`);
}

function uint16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, value >>> 8);
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
