/** Reads a PNG strictly (ISO/IEC 15948) and keeps nothing of it but its pixels: texts, times and what follows it are gone. */

import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';
import type { PrintedImage } from './look.ts';
import { unreadable } from './refusals.ts';

/** Enough for a sheet of paper at 300 dots to the inch, over the width of a logo. */
const MOST_PIXELS = 2_250_000;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Samples in a pixel, by colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

type Head = { width: number; height: number; type: number; samples: number };

export function isPng(bytes: Uint8Array): boolean {
  return Buffer.compare(Buffer.from(bytes.subarray(0, 8)), SIGNATURE) === 0;
}

export async function readPng(bytes: Uint8Array): Promise<PrintedImage> {
  const chunks = chunksOf(Buffer.from(bytes));
  const head = readHead(chunks[0]);
  const find = (name: string) => chunks.filter((chunk) => chunk.name === name).map(({ data }) => data);
  const packed = Buffer.concat(find('IDAT'));
  const stride = head.width * head.samples;
  const rows = await promisify(inflate)(packed, { maxOutputLength: (stride + 1) * head.height }).catch(() => {
    throw unreadable('its pixels cannot be unpacked', 'no se pueden leer sus puntos');
  });
  if (rows.length !== (stride + 1) * head.height) throw unreadable('pixels are missing', 'le faltan puntos');
  const samples = unfilter(rows, stride, head);
  const { color, alpha } = split(samples, head, find('PLTE')[0], find('tRNS')[0]);
  return {
    kind: 'pixels',
    width: head.width,
    height: head.height,
    channels: 3,
    bytes: await promisify(deflate)(color, { level: 9 }),
    alpha: alpha && (await promisify(deflate)(alpha, { level: 9 })),
  };
}

type Chunk = { name: string; data: Buffer };

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > png.length) break;
    const name = png.toString('latin1', at + 4, at + 8);
    if (crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4)) break;
    chunks.push({ name, data: png.subarray(at + 8, end - 4) });
    if (name === 'IEND') return chunks;
    at = end;
  }
  throw unreadable('it is damaged or cut short', 'está dañado o incompleto');
}

function readHead(chunk: Chunk | undefined): Head {
  if (chunk?.name !== 'IHDR' || chunk.data.length !== 13)
    throw unreadable('it has no head', 'no tiene cabecera');
  const [width, height] = [chunk.data.readUInt32BE(0), chunk.data.readUInt32BE(4)];
  const [depth, type, , , interlace] = chunk.data.subarray(8);
  const samples = SAMPLES[type ?? -1];
  if (depth !== 8 || samples === undefined || interlace !== 0) {
    throw unreadable(
      'save it with 8 bits per channel and without interlacing',
      'guárdela con 8 bits por canal y sin entrelazado',
    );
  }
  if (width < 1 || height < 1 || width * height > MOST_PIXELS) {
    throw unreadable(
      `it has more than ${MOST_PIXELS} pixels; 1500 × 1500 are enough`,
      `tiene más de ${MOST_PIXELS} puntos; bastan 1500 × 1500`,
    );
  }
  return { width, height, type: type ?? 0, samples };
}

/** Undoes the filter of each row (§ 9). */
function unfilter(rows: Buffer, stride: number, { height, samples: bpp }: Head): Buffer {
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)] ?? 0;
    if (filter > 4) throw unreadable('a row has an unknown filter', 'una fila tiene un filtro desconocido');
    const from = y * (stride + 1) + 1;
    const to = y * stride;
    for (let x = 0; x < stride; x++) {
      const left = x >= bpp ? (out[to + x - bpp] ?? 0) : 0;
      const up = y > 0 ? (out[to + x - stride] ?? 0) : 0;
      const corner = x >= bpp && y > 0 ? (out[to + x - stride - bpp] ?? 0) : 0;
      out[to + x] = ((rows[from + x] ?? 0) + predicted(filter, left, up, corner)) & 0xff;
    }
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter === 0) return 0;
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Colour and, where something shines through, alpha. */
function split(
  samples: Buffer,
  { width, height, type, samples: count }: Head,
  palette: Buffer | undefined,
  transparency: Buffer | undefined,
): { color: Buffer; alpha: Buffer | undefined } {
  const pixels = width * height;
  const color = Buffer.alloc(pixels * 3);
  const alpha = Buffer.alloc(pixels, 255);
  if (type === 3 && palette === undefined) throw unreadable('it has no palette', 'no tiene paleta');
  for (let i = 0; i < pixels; i++) {
    const at = i * count;
    const gray = samples[at] ?? 0;
    for (let c = 0; c < 3; c++) {
      const value = type === 3 ? palette?.[gray * 3 + c] : count >= 3 ? samples[at + c] : gray;
      color[i * 3 + c] = value ?? 0;
    }
    if (type === 3) alpha[i] = transparency?.[gray] ?? 255;
    else if (type >= 4) alpha[i] = samples[at + count - 1] ?? 255;
  }
  return { color, alpha: alpha.every((value) => value === 255) ? undefined : alpha };
}
