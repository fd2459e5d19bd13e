/**
 * A badge inside a picture of it: an uncompressed `iTXt` chunk with the keyword `openbadgecredential` (Open Badges 3.0,
 * baked badge).
 */

import { concatBytes, encodeUtf8, equalBytes, parseUtf8 } from '../encoding/bytes.ts';
import { hasChecksum, type PngChunk, pngChunk, readPngChunks } from '../encoding/png.ts';

const KEYWORD = encodeUtf8('openbadgecredential\0');
/** The octets after the keyword: not compressed, no language, no translated keyword. */
const PLAIN = Uint8Array.of(0, 0, 0, 0);

/** The picture with the credential in it, before its last chunk. */
export function bakePng(picture: Uint8Array, credential: string): Uint8Array {
  const chunks = readPngChunks(picture);
  const end = chunks?.find(({ type }) => type === 'IEND');
  if (chunks === undefined || end === undefined)
    throw new Error('The picture of a badge must be a whole PNG');
  const data = concatBytes(KEYWORD, PLAIN, encodeUtf8(credential));
  return concatBytes(picture.subarray(0, end.at), pngChunk('iTXt', data), picture.subarray(end.at));
}

/**
 * Returns the credential in a picture, or undefined if there is none or the file is not a PNG. Returns the empty text,
 * which is no valid badge, if two readers could find different badges: a second text with a badge, a chunk with a wrong
 * checksum, or bytes after the picture. The same goes for a compressed text: the specification requires plain text, and
 * it could decompress to gigabytes.
 */
export function readBakedPng(bytes: Uint8Array): string | undefined {
  const chunks = readPngChunks(bytes) ?? [];
  const [baked, ...others] = chunks.filter(isBadge);
  const last = chunks.at(-1);
  if (baked === undefined || last === undefined) return undefined;
  const isWhole = chunks.every((chunk) => hasChecksum(bytes, chunk));
  const isLast = bytes.length === last.at + pngChunk(last.type, last.data).length;
  return others.length === 0 && isWhole && isLast ? (textIn(baked) ?? '') : '';
}

/** Counts every kind of text chunk and also the keyword of older versions, because some readers accept them. */
function isBadge({ type, data }: PngChunk): boolean {
  const end = data.subarray(0, MAX_KEYWORD_BYTES).indexOf(0);
  const keyword = String.fromCharCode(...data.subarray(0, Math.max(0, end))).toLowerCase();
  return ['iTXt', 'tEXt', 'zTXt'].includes(type) && ['openbadgecredential', 'openbadges'].includes(keyword);
}

/** ISO/IEC 15948 §11.3.4 limits a keyword to 79 bytes; a zero byte follows it. */
const MAX_KEYWORD_BYTES = 80;

function textIn({ type, data }: PngChunk): string | undefined {
  const head = data.subarray(0, KEYWORD.length);
  if (type !== 'iTXt' || !equalBytes(head, KEYWORD) || data[KEYWORD.length] !== 0) return undefined;
  const language = data.indexOf(0, KEYWORD.length + 2);
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1);
  return translated < 0 ? undefined : parseUtf8(data.subarray(translated + 1));
}
