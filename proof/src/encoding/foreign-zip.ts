/**
 * Reads ZIP archives that other programs packed (APPNOTE 4.3). Programs find the files of an archive in two ways: in the
 * directory at its end, or from entry to entry from its beginning. An archive is refused unless both ways lead to the
 * same files, so nobody can be shown other files than those that were checked.
 */

import { ProofError } from '../proof-error.ts';
import { parseUtf8 } from './bytes.ts';
import { crc32 } from './crc32.ts';
import { inflateRaw } from './inflate.ts';
import { withExtra } from './zip-extra.ts';
import { type NamedEntry, readNames } from './zip-names.ts';
import { CENTRAL_HEADER, DEFLATED, END_OF_DIRECTORY, LOCAL_HEADER, ZIP_BYTES } from './zip-records.ts';

export type ForeignFile = { name: string; content: Uint8Array; isCompressed: boolean };

type ZipLimits = { maxEntries: number; maxContentBytes: number };

/** Throws a `ProofError` if the archive is refused. The files come in their order in the archive, without folders. */
export function readForeignZip(bytes: Uint8Array, limits: ZipLimits): ForeignFile[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(bytes, view);
  const entries = readDirectory(bytes, view, end, limits.maxEntries);
  const names = readNames(entries);
  const files: ForeignFile[] = [];
  let at = 0;
  let left = limits.maxContentBytes;
  for (const [i, entry] of entries.entries()) {
    if (entry.offset !== at) throw malformed('there is something between its entries');
    const { content, next } = readEntry(bytes, view, entry, left);
    left -= content.length;
    at = next;
    const name = names[i] ?? '';
    if (!name.endsWith('/')) files.push({ name, content, isCompressed: entry.method === DEFLATED });
    else if (content.length > 0) throw malformed(`the folder ${name} has a content`);
  }
  if (at !== end.directoryAt) throw malformed('there is something before its directory');
  return files;
}

/** The names in the directory; the entries themselves are not read. Undefined if the directory cannot be read. */
export function listForeignZip(bytes: Uint8Array, maxEntries: number): string[] | undefined {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const entries = readDirectory(bytes, view, findEnd(bytes, view), maxEntries);
    return entries.flatMap(({ nameBytes }) => parseUtf8(nameBytes) ?? []);
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

type Entry = NamedEntry & {
  flags: number;
  method: number;
  crc32: number;
  packedSize: number;
  size: number;
  offset: number;
};

type End = { at: number; count: number; directoryAt: number };

const SIGNATURE_BYTES = 4;
const MAX_COMMENT_BYTES = 0xffff;

/**
 * The record is searched for from the end, because a comment may follow it. An archive inside this one has an end
 * record too, but its comment does not reach the end of the file. If two records have comments that do, programs may
 * disagree about which record counts.
 */
function findEnd(bytes: Uint8Array, view: DataView): End {
  const last = bytes.length - ZIP_BYTES.end;
  const found: number[] = [];
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at -= 1)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) found.push(at);
  const reaching = found.filter(
    (each) => each + ZIP_BYTES.end + view.getUint16(each + 20, true) === bytes.length,
  );
  const [at] = found;
  if (at === undefined) throw malformed('it has no directory');
  if (reaching[0] !== at) throw malformed('something follows its end');
  if (reaching.length > 1) throw malformed('it has more than one end');
  const [disk, first, here, count] = [4, 6, 8, 10].map((field) => view.getUint16(at + field, true));
  const [size, directoryAt] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)];
  if (disk !== 0 || first !== 0 || here !== count) throw malformed('it is one of several parts');
  // In ZIP64, further end records stand between the directory and this record; such archives are refused.
  if (directoryAt + size !== at) throw malformed('its directory does not end where it should');
  return { at, count: count ?? 0, directoryAt };
}

function readDirectory(bytes: Uint8Array, view: DataView, end: End, maxEntries: number): Entry[] {
  if (end.count === 0) throw malformed('it is empty');
  if (end.count > maxEntries) throw malformed(`it has more than ${maxEntries} entries`);
  const entries: Entry[] = [];
  let at = end.directoryAt;
  for (let i = 0; i < end.count; i += 1) {
    if (at + ZIP_BYTES.central > end.at || view.getUint32(at, true) !== CENTRAL_HEADER)
      throw malformed('its directory is damaged');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    ) as [number, number, number];
    const nameAt = at + ZIP_BYTES.central;
    const next = nameAt + nameBytes + extraBytes + commentBytes;
    if (next > end.at) throw malformed('its directory is damaged');
    const extra = bytes.subarray(nameAt + nameBytes, nameAt + nameBytes + extraBytes);
    const inHeader = [24, 20, 42].map((field) => view.getUint32(at + field, true));
    const [size = 0, packedSize = 0, offset = 0] = withExtra(extra, inHeader);
    entries.push({
      nameBytes: bytes.subarray(nameAt, nameAt + nameBytes),
      system: view.getUint8(at + 5),
      attributes: view.getUint32(at + 38, true),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc32: view.getUint32(at + 16, true),
      packedSize,
      size,
      offset,
    });
    at = next;
  }
  if (at !== end.at) throw malformed('its directory is damaged');
  return entries.toSorted((a, b) => a.offset - b.offset);
}

/** APPNOTE 4.4.4: bits 0, 3, 6 and 13. */
const FLAG = { encrypted: 0x0001, sizesBehind: 0x0008, strongEncryption: 0x0040, masked: 0x2000 };
const STORED = 0;

function readEntry(
  bytes: Uint8Array,
  view: DataView,
  entry: Entry,
  maxBytes: number,
): { content: Uint8Array; next: number } {
  const { offset, flags, method, packedSize, size } = entry;
  const nameAt = offset + ZIP_BYTES.local;
  if (!(nameAt <= bytes.length) || view.getUint32(offset, true) !== LOCAL_HEADER)
    throw malformed('an entry is not where its directory says');
  if (flags & (FLAG.encrypted | FLAG.strongEncryption | FLAG.masked))
    throw malformed('an entry is encrypted');
  const isBehind = (flags & FLAG.sizesBehind) !== 0;
  // A program that reads from entry to entry finds the end of uncompressed content only if the size stands before it.
  if (method !== DEFLATED && (method !== STORED || isBehind || packedSize !== size))
    throw malformed('an entry is packed in a way that is not read here');
  const contentAt = assertSameHeader(bytes, view, entry, isBehind);
  const contentEnd = contentAt + packedSize;
  if (contentEnd > bytes.length) throw malformed('an entry runs past its end');
  if (size > maxBytes) throw malformed('its content is too large');
  const packed = bytes.subarray(contentAt, contentEnd);
  const content = method === DEFLATED ? inflateRaw(packed, size) : packed;
  if (content.length !== size || crc32(content) !== entry.crc32) throw malformed('an entry is damaged');
  return { content, next: isBehind ? afterSizes(view, entry, contentEnd) : contentEnd };
}

/** Returns where the content begins. The header before the content must say what the directory says. */
function assertSameHeader(bytes: Uint8Array, view: DataView, entry: Entry, isBehind: boolean): number {
  const { offset } = entry;
  const [nameLength, extraLength] = [view.getUint16(offset + 26, true), view.getUint16(offset + 28, true)];
  const nameEnd = offset + ZIP_BYTES.local + nameLength;
  if (nameEnd + extraLength > bytes.length) throw malformed('an entry runs past its end');
  const name = bytes.subarray(offset + ZIP_BYTES.local, nameEnd);
  const [crc, ...inHeader] = [14, 22, 18].map((field) => view.getUint32(offset + field, true));
  const extra = bytes.subarray(nameEnd, nameEnd + extraLength);
  const [size, packedSize] = withExtra(extra, inHeader);
  const isUnsaid = isBehind && crc === 0 && packedSize === 0 && size === 0;
  const isSame =
    view.getUint16(offset + 6, true) === entry.flags &&
    view.getUint16(offset + 8, true) === entry.method &&
    name.length === entry.nameBytes.length &&
    name.every((byte, i) => byte === entry.nameBytes[i]) &&
    (isUnsaid || (crc === entry.crc32 && packedSize === entry.packedSize && size === entry.size));
  if (!isSame) throw malformed('an entry and the directory disagree');
  return nameEnd + extraLength;
}

const SIZES_SIGNATURE = 0x08074b50;
const SIZES_BYTES = 12;

/** Finds the end of the checksum and sizes behind the content, with or without a signature (APPNOTE 4.3.9). */
function afterSizes(view: DataView, { crc32: sum, packedSize, size }: Entry, contentEnd: number): number {
  const isAt = (at: number) =>
    at + SIZES_BYTES <= view.byteLength &&
    [sum, packedSize, size].every((value, i) => view.getUint32(at + 4 * i, true) === value);
  const signed = contentEnd + SIGNATURE_BYTES;
  if (signed <= view.byteLength && view.getUint32(contentEnd, true) === SIZES_SIGNATURE && isAt(signed))
    return signed + SIZES_BYTES;
  if (isAt(contentEnd)) return contentEnd + SIZES_BYTES;
  throw malformed('an entry and the directory disagree');
}

function malformed(why: string): ProofError {
  return new ProofError('zip_malformed', `this ZIP file is not read: ${why}`);
}
