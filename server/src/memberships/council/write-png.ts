/** An image of a council as a PNG, for the page that shows what was uploaded. */

import { crc32, deflateSync, inflateSync } from 'node:zlib';
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
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
