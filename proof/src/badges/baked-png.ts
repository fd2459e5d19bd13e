/** A badge inside a picture of it: an uncompressed `iTXt` chunk `openbadgecredential` (Open Badges 3.0, baked badge). */

import { concatBytes, encodeUtf8, equalBytes, parseUtf8 } from '../encoding/bytes.ts';
import { pngChunk, readPngChunks } from '../encoding/png.ts';

const KEYWORD = encodeUtf8('openbadgecredential\0');
/** Not compressed, no language, no translated keyword. */
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

/** The credential in a picture; undefined where there is none, or the file is no PNG. */
export function readBakedPng(bytes: Uint8Array): string | undefined {
  for (const { type, data } of readPngChunks(bytes) ?? []) {
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
