/** PNG (ISO/IEC 15948) in black and white: one bit per pixel, and little work. */

import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A square of `side` by `side` cells, drawn `pixels` wide, or as wide as it has cells where that is more. */
export function squarePng(side: number, pixels: number, isDark: (x: number, y: number) => boolean): Buffer {
  const width = Math.max(pixels, side);
  const cellAt = Array.from({ length: width }, (_, pixel) => Math.floor((pixel * side) / width));
  const rows = Array.from({ length: side }, (_, y) => rowOf(cellAt, (x) => isDark(x, y)));
  const image = Buffer.concat(cellAt.map((y) => rows[y] ?? new Uint8Array(0)));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', headerOf(width)),
    chunk('IDAT', deflateSync(image, { level: 1 })),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

/** Width, height, bit depth 1, colour type 0 (grey); then the only methods that there are, and no interlacing. */
function headerOf(width: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return header;
}

/** Its filter (none), then eight pixels to a byte, the leftmost in the highest bit; 1 is white. */
function rowOf(cellAt: readonly number[], isDark: (x: number) => boolean): Uint8Array {
  const row = new Uint8Array(1 + Math.ceil(cellAt.length / 8));
  for (const [pixel, cell] of cellAt.entries()) {
    const at = 1 + (pixel >> 3);
    if (!isDark(cell)) row[at] = (row[at] ?? 0) | (0x80 >> (pixel & 7));
  }
  return row;
}

function chunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
