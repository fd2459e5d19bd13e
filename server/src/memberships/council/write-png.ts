/** An image of a council as a PNG, for the page that shows what was uploaded. */

import { deflateSync, inflateSync } from 'node:zlib';
import { writePng as writePngFile } from '@sello/proof';
import type { PrintedImage } from './look.ts';

export function writePng({ width, height, bytes, alpha }: PrintedImage): Buffer {
  const color = inflateSync(bytes);
  const shine = alpha && inflateSync(alpha);
  const stride = width * 4 + 1;
  const rows = Buffer.alloc(stride * height);
  for (let i = 0; i < width * height; i++) {
    const at = Math.floor(i / width) * stride + 1 + (i % width) * 4;
    color.copy(rows, at, i * 3, i * 3 + 3);
    rows[at + 3] = shine?.[i] ?? 255;
  }
  return Buffer.from(writePngFile({ width, height, depth: 8, colorType: 6 }, deflateSync(rows)));
}
