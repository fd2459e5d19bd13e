/**
 * The blocks of the embedded chain on disk. They are consecutive records, each with a mark, its length and a
 * checksum. A record is on disk before it is acknowledged, so a crash can tear only the last one, which was not
 * acknowledged. Damage anywhere else is never repaired by dropping blocks.
 */

import { open } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { syncFolder } from '../../kernel/disk/folder.ts';
import type { Logger } from '../../kernel/logger.ts';
import { OperatorError } from '../../kernel/operator-error.ts';

export type BlockFile = {
  /** Resolves with the offset of the record once the record would survive a crash. If it rejects, nothing was added. */
  append(payload: Uint8Array): Promise<number>;
  read(offset: number): Promise<Uint8Array>;
  close(): Promise<void>;
};

export type BlockRecord = { offset: number; payload: Uint8Array };

const MARK = Buffer.from('SLB1');
const PREFIX_BYTES = MARK.length + 4 + 4;
/** Larger than any block. A record that states a greater length is damaged. */
const MAX_PAYLOAD_BYTES = 4 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/** Opens the file: passes every complete record to `onRecord`, in order, and cuts a torn record off the end. */
export async function openBlockFile(
  file: string,
  onRecord: (record: BlockRecord) => void,
  logger: Logger,
): Promise<BlockFile> {
  const handle = await open(file, 'a+', 0o600);
  try {
    const fileBytes = (await handle.stat()).size;
    let endBytes = 0;
    for await (const record of readRecords(handle)) {
      onRecord(record);
      endBytes = record.offset + PREFIX_BYTES + record.payload.length;
    }
    if (endBytes < fileBytes) {
      await assertTornEnd(handle, file, endBytes, fileBytes);
      await handle.truncate(endBytes);
      logger.warn('chain.torn_block_cut', { atByte: endBytes, bytes: fileBytes - endBytes });
    }
    await handle.sync();
    await syncFolder(path.dirname(file));
    return useFile(handle, endBytes);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

type BlockFileReport = {
  /** Where the last complete record ends. */
  endBytes: number;
  /** What follows the last complete record: nothing, the beginning of a record, or other bytes. */
  rest: 'nothing' | 'cut short' | 'damaged';
  restBytes: number;
};

/** Passes every complete record to `onRecord`. It only reads, and is safe while another process appends. */
export async function readBlockFile(
  file: string,
  onRecord: (record: BlockRecord) => void,
): Promise<BlockFileReport> {
  const handle = await open(file, 'r');
  try {
    let endBytes = 0;
    for await (const record of readRecords(handle)) {
      onRecord(record);
      endBytes = record.offset + PREFIX_BYTES + record.payload.length;
    }
    const rest = await readExactly(handle, endBytes, PREFIX_BYTES + MAX_PAYLOAD_BYTES + 1);
    return { endBytes, rest: judgeRest(rest), restBytes: rest.length };
  } finally {
    await handle.close();
  }
}

/**
 * Judges what follows the last record. If a write was cut off by a crash, that is the beginning of a record: a right
 * mark, and fewer bytes than the record announces.
 */
function judgeRest(rest: Buffer): BlockFileReport['rest'] {
  if (rest.length === 0) return 'nothing';
  const start = rest.subarray(0, MARK.length);
  const isMarked = MARK.subarray(0, start.length).equals(start);
  const isCut = rest.length < PREFIX_BYTES || rest.length < PREFIX_BYTES + rest.readUInt32BE(MARK.length);
  if (isMarked && isCut && rest.length <= PREFIX_BYTES + MAX_PAYLOAD_BYTES) return 'cut short';
  // The record may have been completed after the others were read. The next reader then finds it.
  return parseRecord(rest, 0) === undefined ? 'damaged' : 'nothing';
}

type FileHandle = Awaited<ReturnType<typeof open>>;

function useFile(handle: FileHandle, startBytes: number): BlockFile {
  let endBytes = startBytes;
  let isEndUnsure = false;
  return {
    async append(payload) {
      const offset = endBytes;
      const record = encodeRecord(payload);
      // Remove what a failed write has left of an earlier record, for example when the disk was full.
      if (isEndUnsure) await handle.truncate(offset);
      isEndUnsure = true;
      await handle.appendFile(record);
      await handle.datasync();
      isEndUnsure = false;
      endBytes = offset + record.length;
      return offset;
    },
    async read(offset) {
      const prefix = await readExactly(handle, offset, PREFIX_BYTES);
      const record = await readExactly(handle, offset, PREFIX_BYTES + prefix.readUInt32BE(MARK.length));
      const payload = parseRecord(record, 0);
      if (payload === undefined) throw new Error(`The chain's block at byte ${offset} cannot be read`);
      return payload;
    },
    close: () => handle.close(),
  };
}

function encodeRecord(payload: Uint8Array): Buffer {
  if (payload.length > MAX_PAYLOAD_BYTES) throw new Error('The block is too large to be stored');
  const record = Buffer.alloc(PREFIX_BYTES + payload.length);
  MARK.copy(record);
  record.writeUInt32BE(payload.length, MARK.length);
  record.set(payload, PREFIX_BYTES);
  record.writeUInt32BE(checksum(record, 0, payload.length), MARK.length + 4);
  return record;
}

/** The payload of the complete record at `offset`; undefined if there is none. */
function parseRecord(bytes: Buffer, offset: number): Buffer | undefined {
  if (bytes.length - offset < PREFIX_BYTES || !MARK.equals(bytes.subarray(offset, offset + MARK.length))) {
    return undefined;
  }
  const length = bytes.readUInt32BE(offset + MARK.length);
  if (length > MAX_PAYLOAD_BYTES || bytes.length - offset < PREFIX_BYTES + length) return undefined;
  const isIntact = bytes.readUInt32BE(offset + MARK.length + 4) === checksum(bytes, offset, length);
  return isIntact ? bytes.subarray(offset + PREFIX_BYTES, offset + PREFIX_BYTES + length) : undefined;
}

/**
 * The checksum of a record. It covers the length too: with a wrong length, other bytes could otherwise become a valid
 * record.
 */
function checksum(bytes: Buffer, offset: number, length: number): number {
  const start = offset + PREFIX_BYTES;
  const ofLength = crc32(bytes.subarray(offset + MARK.length, offset + MARK.length + 4));
  return crc32(bytes.subarray(start, start + length), ofLength);
}

/** Yields the records, and ends before the first bytes that are not a complete record. */
async function* readRecords(handle: FileHandle): AsyncGenerator<BlockRecord> {
  let unread = Buffer.alloc(0);
  let offset = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, offset + unread.length);
    if (bytesRead === 0) return;
    unread = Buffer.concat([unread, chunk.subarray(0, bytesRead)]);
    let used = 0;
    for (let payload = parseRecord(unread, 0); payload !== undefined; payload = parseRecord(unread, used)) {
      yield { offset: offset + used, payload };
      used += PREFIX_BYTES + payload.length;
    }
    unread = unread.subarray(used);
    offset += used;
    // These are more bytes than any record has, so no record begins here.
    if (unread.length > PREFIX_BYTES + MAX_PAYLOAD_BYTES) return;
  }
}

/**
 * Throws unless the rest can come from a torn record. Records are synced one by one, so no complete record can follow
 * a torn one. If one does, or if more bytes are left than one record can have, then blocks that proofs rely on are
 * damaged.
 */
async function assertTornEnd(
  handle: FileHandle,
  file: string,
  endBytes: number,
  fileBytes: number,
): Promise<void> {
  const isOneRecord = fileBytes - endBytes <= PREFIX_BYTES + MAX_PAYLOAD_BYTES;
  const rest = isOneRecord ? await readExactly(handle, endBytes, fileBytes - endBytes) : Buffer.alloc(0);
  let isTorn = isOneRecord;
  for (let at = rest.indexOf(MARK, 1); isTorn && at > 0; at = rest.indexOf(MARK, at + 1)) {
    isTorn = parseRecord(rest, at) === undefined;
  }
  if (isTorn) return;
  throw new OperatorError({
    en: `The chain file ${file} is damaged at byte ${endBytes}, with further blocks behind it. Restore it from a backup; it is not cut there, because proofs rely on those blocks.`,
    es: `El archivo ${file} de la cadena está dañado en el byte ${endBytes}, con más bloques detrás. Recupérelo de un respaldo; no se corta ahí porque hay pruebas que dependen de esos bloques.`,
  });
}

async function readExactly(handle: FileHandle, offset: number, sizeBytes: number): Promise<Buffer> {
  const bytes = Buffer.alloc(sizeBytes);
  for (let filled = 0; filled < sizeBytes; ) {
    const { bytesRead } = await handle.read(bytes, filled, sizeBytes - filled, offset + filled);
    if (bytesRead === 0) return bytes.subarray(0, filled);
    filled += bytesRead;
  }
  return bytes;
}
