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
  /** Rows of `checkpoints` that end within it. */
  checkpoints: readonly string[];
  /** Rows of `signing_chains`. */
  chains: readonly string[];
  /** The accounts of the certificates: id, e-mail, name and time. */
  accounts: readonly string[];
  /** Rows of `blob_keys`, wrapped by the operator's key of the files. */
  blobKeys: readonly string[];
};

/**
 * The form for writing: its leaves are already JSON. Memory that they own is released when they are sealed.
 */
export type SegmentToSeal = Omit<JournalSegment, 'leaves'> & { leaves: readonly Uint8Array[] };

/** Places from `from` (included) up to `to` (excluded). */
export type SegmentRange = { from: number; to: number };

const JOURNAL = 'journal/';
const DIGITS = 15;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Names sort by place; a folder for each hundred thousand, so that none has too many. */
export function segmentName({ from, to }: SegmentRange): string {
  const [first, end] = [from, to].map((place) => String(place).padStart(DIGITS, '0'));
  return `${JOURNAL}${String(Math.floor(from / 100_000)).padStart(DIGITS - 5, '0')}/${first}-${end}`;
}

function rangeOf(name: string): SegmentRange | undefined {
  const [, first, end] = /^journal\/\d+\/(\d+)-(\d+)$/.exec(name) ?? [];
  return first === undefined ? undefined : { from: Number(first), to: Number(end) };
}

export type NamedSegment = SegmentRange & { name: string };

/** In order of place. */
export async function listSegments(kept: Pick<KeptObjects, 'list'>): Promise<NamedSegment[]> {
  return (await kept.list(JOURNAL)).flatMap((name) => {
    const range = rangeOf(name);
    return range === undefined ? [] : [{ name, ...range }];
  });
}

/** What its key is bound to: a segment opens only under its own name. */
function placeOf(name: string): string {
  return `sello journal\n${name}`;
}

/** The JSON of a segment in pieces: as one string it is large enough to outlive the young generation. */
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
 * Node's compressors hold on to their input until V8's next full collection. A new megabyte for every round was the
 * main cause of such collections, so the same buffer is reused.
 */
let spare: Buffer | undefined;
/** Enough for a piece with the time stamps of most providers. */
const SPARE_BYTES = 4 * 1024 * 1024;

/** Time stamps of one provider have most of their bytes in common; the fastest level finds those, off the main thread. */
async function pack(parts: readonly Uint8Array[]): Promise<Buffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const isSmall = length <= SPARE_BYTES;
  const input = (isSmall ? spare : undefined) ?? Buffer.allocUnsafeSlow(isSmall ? SPARE_BYTES : length);
  // Nobody else writes into it meanwhile.
  if (isSmall) spare = undefined;
  let end = 0;
  for (const part of parts) {
    input.set(part, end);
    end += part.length;
    // Left to V8 they would move to the old generation, because a round takes longer than the young generation lives.
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

/** Rejects if the bytes were changed, or sealed under another name or master key. */
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

/** One piece of this log's journal; undefined if it was forgotten since it was listed. Throws if it cannot be used. */
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
