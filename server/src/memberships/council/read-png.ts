/**
 * Reads a PNG strictly (ISO/IEC 15948) and keeps only its pixels: texts, times and trailing bytes are dropped. Nine
 * kilobytes may unpack to nine megabytes, so the pixels are processed in pieces, and other requests are served in
 * between.
 */

import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { hasChecksum, readPngChunks } from '@sello/proof';
import { Steps } from '../../kernel/pacing/pieces.ts';
import type { PrintedImage } from './look.ts';
import { unreadable } from './refusals.ts';

/** The most pixels of an image. It is enough for the width of a logo on a sheet of paper at 300 dots per inch. */
const MOST_PIXELS = 2_250_000;

/** The number of samples in a pixel, by colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

type Head = { width: number; height: number; colorType: number; samples: number; isInterlaced: boolean };

export async function readPng(bytes: Uint8Array): Promise<PrintedImage> {
  const chunks = readPngChunks(bytes);
  if (chunks === undefined || !chunks.every((chunk) => hasChecksum(bytes, chunk)))
    throw unreadable('it is damaged or cut short', 'está dañado o incompleto');
  const find = (type: string) => chunks.filter((chunk) => chunk.type === type).map(({ data }) => data);
  const head = readHead(chunks[0]?.type === 'IHDR' ? chunks[0].data : undefined);
  const work = new Steps();
  const samples = await readSamples(head, Buffer.concat(find('IDAT')), work);
  const { color, alpha } = await split(work, samples, head, find('PLTE')[0], find('tRNS')[0]);
  return {
    kind: 'pixels',
    width: head.width,
    height: head.height,
    channels: 3,
    bytes: await promisify(deflate)(color, { level: 9 }),
    alpha: alpha && (await promisify(deflate)(alpha, { level: 9 })),
  };
}

function readHead(data: Uint8Array | undefined): Head {
  if (data?.length !== 13) throw unreadable('it has no head', 'no tiene cabecera');
  const head = Buffer.from(data);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [depth, colorType = -1, , , interlace = 0] = head.subarray(8);
  const samples = SAMPLES[colorType];
  if (depth !== 8 || samples === undefined || interlace > 1)
    throw unreadable('save it with 8 bits per channel', 'guárdela con 8 bits por canal');
  if (width < 1 || height < 1 || width * height > MOST_PIXELS) {
    throw unreadable(
      `it has more than ${MOST_PIXELS} pixels; 1500 × 1500 are enough`,
      `tiene más de ${MOST_PIXELS} puntos; bastan 1500 × 1500`,
    );
  }
  return { width, height, colorType, samples, isInterlaced: interlace === 1 };
}

/** The pixels of a pass: the position of the first one, and the distances to the next. */
type Pass = { x: number; y: number; right: number; down: number };

const ALL_AT_ONCE: readonly Pass[] = [{ x: 0, y: 0, right: 1, down: 1 }];
/** The seven passes of an interlaced image (§ 8.2), each finer than the one before it. */
const INTERLACED: readonly Pass[] = [
  { x: 0, y: 0, right: 8, down: 8 },
  { x: 4, y: 0, right: 8, down: 8 },
  { x: 0, y: 4, right: 4, down: 8 },
  { x: 2, y: 0, right: 4, down: 4 },
  { x: 0, y: 2, right: 2, down: 4 },
  { x: 1, y: 0, right: 2, down: 2 },
  { x: 0, y: 1, right: 1, down: 2 },
];

/** The samples of all pixels, row by row. Nothing is unpacked beyond the size that the head announces. */
async function readSamples(head: Head, packed: Buffer, work: Steps): Promise<Buffer> {
  const { width, height, samples: bpp } = head;
  const passes = (head.isInterlaced ? INTERLACED : ALL_AT_ONCE)
    .map((pass) => ({
      ...pass,
      stride: Math.ceil((width - pass.x) / pass.right) * bpp,
      rows: Math.ceil((height - pass.y) / pass.down),
    }))
    .filter(({ stride, rows }) => stride > 0 && rows > 0);
  const size = passes.reduce((sum, { stride, rows }) => sum + (stride + 1) * rows, 0);
  const filtered = await promisify(inflate)(packed, { maxOutputLength: size }).catch(() => {
    throw unreadable('its pixels cannot be unpacked', 'no se pueden leer sus puntos');
  });
  if (filtered.length !== size) throw unreadable('pixels are missing', 'le faltan puntos');
  const out = Buffer.alloc(width * height * bpp);
  let from = 0;
  for (const { x, y, right, down, stride, rows } of passes) {
    const own = filtered.subarray(from, from + (stride + 1) * rows);
    const pixels = await unfilter(work, own, stride, rows, bpp);
    from += (stride + 1) * rows;
    if (!head.isInterlaced) return pixels;
    for (let row = 0; row < rows; row++)
      for (let at = 0; at < stride; at += bpp) {
        if (work.isDue()) await work.next();
        pixels.copy(
          out,
          ((y + row * down) * width + x + (at / bpp) * right) * bpp,
          row * stride + at,
          row * stride + at + bpp,
        );
      }
  }
  return out;
}

/** Undoes the filter of each row (§ 9). */
async function unfilter(
  work: Steps,
  rows: Buffer,
  stride: number,
  height: number,
  bpp: number,
): Promise<Buffer> {
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)] ?? 0;
    if (filter > 4) throw unreadable('a row has an unknown filter', 'una fila tiene un filtro desconocido');
    const from = y * (stride + 1) + 1;
    const to = y * stride;
    for (let x = 0; x < stride; x++) {
      if (work.isDue()) await work.next();
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

/** Separates the colour of the pixels from their alpha, which is left out if all pixels are opaque. */
async function split(
  work: Steps,
  samples: Buffer,
  { width, height, colorType, samples: count }: Head,
  palette: Uint8Array | undefined,
  transparency: Uint8Array | undefined,
): Promise<{ color: Buffer; alpha: Buffer | undefined }> {
  const pixels = width * height;
  const color = Buffer.alloc(pixels * 3);
  const alpha = Buffer.alloc(pixels, 255);
  let isOpaque = true;
  if (colorType === 3 && palette === undefined) throw unreadable('it has no palette', 'no tiene paleta');
  for (let i = 0; i < pixels; i++) {
    if (work.isDue()) await work.next();
    const at = i * count;
    const gray = samples[at] ?? 0;
    for (let c = 0; c < 3; c++) {
      const value = colorType === 3 ? palette?.[gray * 3 + c] : count >= 3 ? samples[at + c] : gray;
      color[i * 3 + c] = value ?? 0;
    }
    if (colorType === 3) alpha[i] = transparency?.[gray] ?? 255;
    else if (colorType >= 4) alpha[i] = samples[at + count - 1] ?? 255;
    isOpaque &&= alpha[i] === 255;
  }
  return { color, alpha: isOpaque ? undefined : alpha };
}
