/**
 * A piece of the journal: consecutive leaves of the log with the rows of their certificates, so that they can be
 * restored into a database that has lost them. It contains the same data as the database, including titles and file
 * names, so it is always encrypted with its own key, which the operator's master key wraps.
 *
 *     length of the wrapped key (2 bytes) ‖ wrapped key ‖ nonce (12) ‖ AES-256-GCM(Zstandard(JSON)) ‖ tag (16)
 */

import { createCipheriv, createDecipheriv } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { JournalLeaf } from '../../certificates/journal/journal-leaf.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import { releaseMemory } from '../../kernel/pacing/release-memory.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { KeyWrapping } from '../../kernel/wrapping/key-wrapping.ts';

export type JournalSegment = {
  version: 1;
  origin: string;
  /** The place of its first leaf. */
  from: number;
  writtenAt: string;
  leaves: readonly JournalLeaf[];
  /** The rows of `checkpoints` whose size lies within the segment. */
  checkpoints: readonly string[];
  /** Rows of `signing_chains`. */
  chains: readonly string[];
  /** The accounts of the certificates: id, e-mail, name and time. */
  accounts: readonly string[];
  /** The rows of `blob_keys`, which are wrapped by the operator's key of the files. */
  blobKeys: readonly string[];
};

/**
 * A segment to be written. Its leaves are already JSON. If a leaf has memory of its own, that is released when the
 * segment is sealed.
 */
export type SegmentToSeal = Omit<JournalSegment, 'leaves'> & { leaves: readonly Uint8Array[] };

/** Places from `from` (included) up to `to` (excluded). */
export type SegmentRange = { from: number; to: number };

const JOURNAL = 'journal/';
const DIGITS = 15;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The name of a segment. Names sort by place. There is a folder for each hundred thousand places, so that none has
 * too many files.
 */
export function segmentName({ from, to }: SegmentRange): string {
  const [first, end] = [from, to].map((place) => String(place).padStart(DIGITS, '0'));
  return `${JOURNAL}${String(Math.floor(from / 100_000)).padStart(DIGITS - 5, '0')}/${first}-${end}`;
}

function rangeOf(name: string): SegmentRange | undefined {
  const [, first, end] = /^journal\/\d+\/(\d+)-(\d+)$/.exec(name) ?? [];
  return first === undefined ? undefined : { from: Number(first), to: Number(end) };
}

export type NamedSegment = SegmentRange & { name: string };

/** Lists the segments, in the order of their places. */
export async function listSegments(kept: Pick<KeptObjects, 'list'>): Promise<NamedSegment[]> {
  return (await kept.list(JOURNAL)).flatMap((name) => {
    const range = rangeOf(name);
    return range === undefined ? [] : [{ name, ...range }];
  });
}

/** What the key of a segment is bound to, so that a segment opens only under its own name. */
function placeOf(name: string): string {
  return `sello journal\n${name}`;
}

/** The JSON of a segment in several parts: one string would be large enough to outlive V8's young generation. */
function encodeSegment({ leaves, ...rest }: SegmentToSeal): Uint8Array[] {
  const parts: Uint8Array[] = [Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"leaves":[`)];
  for (const [i, leaf] of leaves.entries()) {
    if (i > 0) parts.push(COMMA);
    parts.push(leaf);
  }
  return [...parts, Buffer.from(']}')];
}

const COMMA = Buffer.from(',');

/**
 * A buffer that is used again and again. Node's compressors keep their input alive until V8's next full collection,
 * and a new megabyte for every round was the main cause of such collections.
 */
let spare: Buffer | undefined;
/** The size of the buffer, enough for a segment with the time stamps of most providers. */
const SPARE_BYTES = 4 * 1024 * 1024;

/**
 * Compresses the parts, off the main thread. Time stamps of one provider have most of their bytes in common, and even
 * the fastest compression level finds these.
 */
async function pack(parts: readonly Uint8Array[]): Promise<Buffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const isSmall = length <= SPARE_BYTES;
  const input = (isSmall ? spare : undefined) ?? Buffer.allocUnsafeSlow(isSmall ? SPARE_BYTES : length);
  // The buffer is taken away, so that no other call writes into it during the compression.
  if (isSmall) spare = undefined;
  let end = 0;
  for (const part of parts) {
    input.set(part, end);
    end += part.length;
    // The memory is released here. Otherwise V8 would move the parts to the old generation, because a round takes
    // longer than objects stay in the young one.
    releaseMemory(part);
  }
  try {
    return await promisify(zstdCompress)(input.subarray(0, end), {
      params: { [constants.ZSTD_c_compressionLevel]: 1 },
    });
  } finally {
    if (isSmall) spare = input;
  }
}

export async function sealSegment(
  { keyWrapping, randomBytes }: { keyWrapping: Pick<KeyWrapping, 'wrap'>; randomBytes: RandomBytes },
  name: string,
  segment: SegmentToSeal,
): Promise<Uint8Array> {
  const key = randomBytes(32);
  const nonce = randomBytes(NONCE_BYTES);
  const wrapped = keyWrapping.wrap(placeOf(name), key);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(wrapped.length);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  const sealed = cipher.update(await pack(encodeSegment(segment)));
  cipher.final();
  return Buffer.concat([length, wrapped, nonce, sealed, cipher.getAuthTag()]);
}

/** Opens a segment. Rejects if its bytes were changed, or were sealed under another name or master key. */
export async function openSegment(
  { keyWrapping }: { keyWrapping: Pick<KeyWrapping, 'unwrap'> },
  name: string,
  stored: Uint8Array,
): Promise<JournalSegment> {
  const bytes = Buffer.from(stored);
  const keyEnd = 2 + bytes.readUInt16BE(0);
  const nonceEnd = keyEnd + NONCE_BYTES;
  const { key } = keyWrapping.unwrap(placeOf(name), bytes.subarray(2, keyEnd));
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(keyEnd, nonceEnd), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-TAG_BYTES));
  const packed = Buffer.concat([decipher.update(bytes.subarray(nonceEnd, -TAG_BYTES)), decipher.final()]);
  const segment = JSON.parse((await promisify(zstdDecompress)(packed)).toString('utf8')) as JournalSegment;
  if (segment.version !== 1) throw new Error('it was written by a newer version of Sello');
  return segment;
}

/**
 * Reads a segment of this log's journal. Undefined if it was deleted since it was listed. Throws if it cannot be
 * used.
 */
export async function readSegment(
  { kept, keyWrapping }: { kept: Pick<KeptObjects, 'read'>; keyWrapping: Pick<KeyWrapping, 'unwrap'> },
  origin: string,
  { name, from, to }: NamedSegment,
): Promise<JournalSegment | undefined> {
  const stored = await kept.read(name);
  if (stored === undefined) return undefined;
  const segment = await openSegment({ keyWrapping }, name, stored);
  if (segment.origin !== origin) throw new Error(`it is of the log ${segment.origin}`);
  if (segment.from !== from || segment.leaves.length !== to - from) throw new Error('it holds other leaves');
  return segment;
}
