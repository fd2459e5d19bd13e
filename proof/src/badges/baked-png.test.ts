import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { concatBytes, encodeUtf8 } from '../encoding/bytes.ts';
import { pngChunk, writePng } from '../encoding/png.ts';
import { bakePng, readBakedPng } from './baked-png.ts';

const PICTURE = writePng(
  { width: 1, height: 1, depth: 8, colorType: 0 },
  new Uint8Array(deflateSync(Buffer.of(0, 0))),
);
const BAKED = bakePng(PICTURE, '{"a":1}');
const END_BYTES = 12;

/** The picture with another chunk before the last one. */
function withChunk(png: Uint8Array, type: string, data: string): Uint8Array {
  const at = png.length - END_BYTES;
  return concatBytes(png.subarray(0, at), pngChunk(type, encodeUtf8(data)), png.subarray(at));
}

test('a baked badge is read, and a picture without one has none', () => {
  expect(readBakedPng(BAKED)).toBe('{"a":1}');
  expect(readBakedPng(withChunk(BAKED, 'tEXt', 'Author\0Ana'))).toBe('{"a":1}');
  expect(readBakedPng(PICTURE)).toBeUndefined();
  expect(readBakedPng(encodeUtf8('{"a":1}'))).toBeUndefined();
});

test('P110 a picture in which two readers could find two badges is no badge', () => {
  const other = '{"a":2}';
  const flipped = Uint8Array.from(BAKED);
  flipped[BAKED.length - END_BYTES - 1]! ^= 1;
  const changed = Uint8Array.from(BAKED);
  changed[Buffer.from(BAKED).indexOf('"a":1') + 4]! ^= 3;
  const pictures = {
    'two chunks': bakePng(BAKED, other),
    'the same chunk twice': bakePng(BAKED, '{"a":1}'),
    'a second text of another kind': withChunk(BAKED, 'tEXt', `openbadgecredential\0${other}`),
    'a compressed one': withChunk(BAKED, 'zTXt', `openbadgecredential\0\0${other}`),
    'one of an older version': withChunk(BAKED, 'iTXt', `openbadges\0\0\0\0\0${other}`),
    'another case': withChunk(BAKED, 'iTXt', `OpenBadgeCredential\0\0\0\0\0${other}`),
    'only a compressed one': withChunk(PICTURE, 'iTXt', `openbadgecredential\0\u0001\0\0\0${other}`),
    'only one of another kind': withChunk(PICTURE, 'tEXt', `openbadgecredential\0${other}`),
    'a wrong checksum': flipped,
    'changed data under the old checksum': changed,
    'bytes behind the picture': concatBytes(
      BAKED,
      pngChunk('iTXt', encodeUtf8(`openbadgecredential\0\0\0\0\0${other}`)),
    ),
  };
  for (const [how, picture] of Object.entries(pictures)) expect(readBakedPng(picture), how).toBe('');
});
