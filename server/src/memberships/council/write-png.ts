/** A stored image as a PNG, for the page that shows what was uploaded. */

import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { writePng as writePngFile } from '@sello/proof';
import { Steps } from '../../kernel/pacing/pieces.ts';
import type { PrintedImage } from './look.ts';

export async function writePng({ width, height, bytes, alpha }: PrintedImage): Promise<Buffer> {
  const color = await promisify(inflate)(bytes);
  const shine = alpha && (await promisify(inflate)(alpha));
  const stride = width * 4 + 1;
  const rows = Buffer.alloc(stride * height);
  const work = new Steps();
  for (let i = 0; i < width * height; i++) {
    if (work.isDue()) await work.next();
    const at = Math.floor(i / width) * stride + 1 + (i % width) * 4;
    color.copy(rows, at, i * 3, i * 3 + 3);
    rows[at + 3] = shine?.[i] ?? 255;
  }
  const packed = await promisify(deflate)(rows);
  return Buffer.from(writePngFile({ width, height, depth: 8, colorType: 6 }, packed));
}
