/** The signature and chunks of PNG files (ISO/IEC 15948); pixels are not decompressed here. */

import { concatBytes, encodeUtf8, equalBytes } from './bytes.ts';
import { crc32 } from './crc32.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Bytes of a chunk's length, type and checksum, which surround its data. */
const FRAME_BYTES = 12;

/** Where a chunk begins, and what it holds. */
export type PngChunk = { at: number; type: string; data: Uint8Array };

export function isPng(bytes: Uint8Array): boolean {
  return equalBytes(bytes.subarray(0, SIGNATURE.length), SIGNATURE);
}

/**
 * The chunks up to `IEND`; bytes after it are not part of the picture. Undefined if the file is not a PNG or is cut
 * short.
 */
export function readPngChunks(bytes: Uint8Array): PngChunk[] | undefined {
  if (!isPng(bytes)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: PngChunk[] = [];
  for (let at = SIGNATURE.length; at + FRAME_BYTES <= bytes.length; ) {
    const size = view.getUint32(at);
    if (at + FRAME_BYTES + size > bytes.length) return undefined;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    chunks.push({ at, type, data: bytes.subarray(at + 8, at + 8 + size) });
    if (type === 'IEND') return chunks;
    at += FRAME_BYTES + size;
  }
  return undefined;
}

/** Whether the chunk is undamaged; check this before decoding pixels. */
export function hasChecksum(png: Uint8Array, { at, data }: PngChunk): boolean {
  const end = at + FRAME_BYTES + data.length;
  return equalBytes(png.subarray(at, end), pngChunk(png.subarray(at + 4, at + 8), data));
}

export function pngChunk(type: string | Uint8Array, data: Uint8Array): Uint8Array {
  const body = concatBytes(typeof type === 'string' ? encodeUtf8(type) : type, data);
  return concatBytes(uint32(data.length), body, uint32(crc32(body)));
}

/** `rows` is a zlib stream. Each row begins with its filter, and rows are not interlaced. */
export function writePng(
  { width, height, depth, colorType }: { width: number; height: number; depth: number; colorType: number },
  rows: Uint8Array,
): Uint8Array {
  const head = concatBytes(uint32(width), uint32(height), Uint8Array.of(depth, colorType, 0, 0, 0));
  return concatBytes(
    SIGNATURE,
    pngChunk('IHDR', head),
    pngChunk('IDAT', rows),
    pngChunk('IEND', new Uint8Array(0)),
  );
}

/** The highest byte first. */
function uint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
}
