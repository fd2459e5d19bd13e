/** A badge inside a picture of it: an uncompressed `iTXt` chunk `openbadgecredential` (Open Badges 3.0, baked badge). */

import { concatBytes, encodeUtf8, equalBytes, parseUtf8 } from '../encoding/bytes.ts';
import { crc32 } from '../encoding/zip.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const KEYWORD = encodeUtf8('openbadgecredential\0');
/** Not compressed, no language, no translated keyword. */
const PLAIN = Uint8Array.of(0, 0, 0, 0);
/** Length, type and checksum around the data. */
const FRAME_BYTES = 12;

export function isPng(bytes: Uint8Array): boolean {
  return equalBytes(bytes.subarray(0, SIGNATURE.length), SIGNATURE);
}

/** The picture with the credential in it, before its last chunk. */
export function bakePng(picture: Uint8Array, credential: string): Uint8Array {
  const chunks = chunksOf(picture);
  const end = chunks?.find(({ type }) => type === 'IEND');
  if (chunks === undefined || end === undefined)
    throw new Error('The picture of a badge must be a whole PNG');
  const data = concatBytes(KEYWORD, PLAIN, encodeUtf8(credential));
  return concatBytes(picture.subarray(0, end.at), frame('iTXt', data), picture.subarray(end.at));
}

/** The credential in a picture; undefined where there is none, or the file is no PNG. */
export function readBakedPng(bytes: Uint8Array): string | undefined {
  for (const { type, data } of chunksOf(bytes) ?? []) {
    if (type !== 'iTXt' || !equalBytes(data.subarray(0, KEYWORD.length), KEYWORD)) continue;
    // A compressed one could be a bomb; the specification asks for plain text.
    const [isCompressed] = data.subarray(KEYWORD.length);
    if (isCompressed !== 0) return undefined;
    const language = data.indexOf(0, KEYWORD.length + 2);
    const translated = language < 0 ? -1 : data.indexOf(0, language + 1);
    return translated < 0 ? undefined : parseUtf8(data.subarray(translated + 1));
  }
  return undefined;
}

type Chunk = { at: number; type: string; data: Uint8Array };

/** Undefined where the file is no PNG, or breaks off. */
function chunksOf(bytes: Uint8Array): Chunk[] | undefined {
  if (!isPng(bytes)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
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

function frame(type: string, data: Uint8Array): Uint8Array {
  const body = concatBytes(encodeUtf8(type), data);
  return concatBytes(uint32(data.length), body, uint32(crc32(body)));
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
}
