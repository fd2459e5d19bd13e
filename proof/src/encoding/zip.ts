/**
 * Writes and reads deterministic ZIP archives of a few small files: in the given order, without dates and attributes,
 * and stored without compression unless an entry comes already compressed. The reader accepts only what this writer
 * writes, so that two readers can never see different files in one archive.
 */

import { ProofError } from '../proof-error.ts';
import { concatBytes, equalBytes, parseUtf8 } from './bytes.ts';
import { crc32 } from './crc32.ts';
import { inflateRaw } from './inflate.ts';
import { DEFLATED, LOCAL_HEADER, ZIP_BYTES, ZipWriter } from './zip-records.ts';

/** A file that is compressed once and put into many archives. */
export type PackedFile = { content: Uint8Array; deflated: Uint8Array; crc32: number };

type ZipEntry = { name: string; content: Uint8Array; packed?: PackedFile };

export function writeZip(entries: readonly ZipEntry[]): Uint8Array {
  const zip = new ZipWriter();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  for (const { name, content, packed } of entries) {
    const { local, central } = zip.begin({
      name,
      size: content.length,
      crc32: packed?.crc32 ?? crc32(content),
      deflatedSize: packed?.deflated.length,
    });
    parts.push(local, packed?.deflated ?? content);
    directory.push(central);
  }
  return concatBytes(...parts, ...directory, zip.end());
}

const MAX_ZIP_BYTES = 1 << 20;
const MAX_ENTRIES = 32;
/** Limit for a decompressed entry. The largest entry is the verification page. */
const MAX_ENTRY_BYTES = 1 << 20;

/** Throws a `ProofError` unless the archive is, byte for byte, one that `writeZip` writes. */
export function readZip(bytes: Uint8Array): ZipEntry[] {
  if (bytes.length > MAX_ZIP_BYTES) throw malformed('it is larger than any evidence bundle');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + ZIP_BYTES.local <= bytes.length && view.getUint32(at, true) === LOCAL_HEADER) {
    const size = view.getUint32(at + 18, true);
    const nameEnd = at + ZIP_BYTES.local + view.getUint16(at + 26, true);
    const contentAt = nameEnd + view.getUint16(at + 28, true);
    const name = parseUtf8(bytes.subarray(at + ZIP_BYTES.local, nameEnd));
    if (name === undefined || contentAt + size > bytes.length) throw malformed('an entry runs past its end');
    if (entries.some((entry) => entry.name === name)) throw malformed(`it holds ${name} twice`);
    if (entries.length === MAX_ENTRIES) throw malformed('it holds too many files');
    const kept = bytes.subarray(contentAt, contentAt + size);
    const isPacked = view.getUint16(at + 8, true) === DEFLATED;
    entries.push({ name, ...(isPacked ? unpacked(kept) : { content: kept }) });
    at = contentAt + size;
  }
  // The entries are written again and compared, which checks all other fields, the checksums and the directory at once.
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
