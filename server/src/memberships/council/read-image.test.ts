import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { watchTurns } from '../../../../tests/harness/longest-turn.ts';
import { readImage } from './take-image.ts';
import { writePng } from './write-png.ts';

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
}

type Head = { width?: number; height?: number; depth?: number; type?: number; interlace?: number };

function png(rows: readonly number[] | Buffer, head: Head = {}, others: readonly Buffer[] = []): Buffer {
  const { width = 2, height = 2, depth = 8, type = 2, interlace = 0 } = head;
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(width, 0);
  ihdr.writeUInt32BE(height, 4);
  ihdr.set([depth, type, 0, 0, interlace], 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk('IDAT', deflateSync(Buffer.from(rows)));
  return Buffer.concat([start, chunk('IHDR', ihdr), ...others, data, chunk('IEND', Buffer.alloc(0))]);
}

const pixelsOf = async (bytes: Uint8Array) => [...inflateSync((await readImage(bytes)).bytes)];

test.for([
  ['none', [0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12]],
  ['sub', [1, 1, 2, 3, 3, 3, 3, 1, 7, 8, 9, 3, 3, 3]],
  ['up', [0, 1, 2, 3, 4, 5, 6, 2, 6, 6, 6, 6, 6, 6]],
  ['average', [0, 1, 2, 3, 4, 5, 6, 3, 7, 7, 8, 5, 5, 5]],
  ['paeth', [0, 1, 2, 3, 4, 5, 6, 4, 6, 6, 6, 3, 3, 3]],
] as const)('rows with the filter %s give the same pixels', async ([, rows]) => {
  expect(await pixelsOf(png(rows))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('grey, palettes and alpha are read, and alpha is kept only if something is transparent', async () => {
  expect(await pixelsOf(png([0, 5, 9], { width: 2, height: 1, type: 0 }))).toEqual([5, 5, 5, 9, 9, 9]);
  const palette = chunk('PLTE', Buffer.from([1, 2, 3, 4, 5, 6]));
  expect(await pixelsOf(png([0, 1, 0], { width: 2, height: 1, type: 3 }, [palette]))).toEqual([
    4, 5, 6, 1, 2, 3,
  ]);
  const opaque = await readImage(png([0, 1, 2, 3, 255], { width: 1, height: 1, type: 6 }));
  expect(opaque.alpha).toBeUndefined();
  const glass = await readImage(png([0, 1, 2, 3, 7], { width: 1, height: 1, type: 6 }));
  expect([...inflateSync(glass.alpha ?? Buffer.alloc(0))]).toEqual([7]);
});

/** The passes of each 8 × 8 square, as the standard shows them (ISO/IEC 15948, § 8.2). */
const PASSES = [
  '16462646',
  '77777777',
  '56565656',
  '77777777',
  '36463646',
  '77777777',
  '56565656',
  '77777777',
];

/** The rows of all passes, each with the filter `sub`. */
function interlaced(width: number, height: number, pixelAt: (x: number, y: number) => number[]): number[] {
  return [1, 2, 3, 4, 5, 6, 7].flatMap((pass) =>
    Array.from({ length: height }, (_, y) => {
      const row = Array.from({ length: width }, (_, x) => x)
        .filter((x) => PASSES[y % 8]?.[x % 8] === String(pass))
        .map((x) => pixelAt(x, y));
      const sub = row.flatMap((pixel, i) => pixel.map((value, c) => (value - (row[i - 1]?.[c] ?? 0)) & 0xff));
      return row.length === 0 ? [] : [1, ...sub];
    }).flat(),
  );
}

test('an interlaced PNG of any size gives the same pixels as a plain one', async () => {
  const pixelAt = (x: number, y: number) => [x * 11, y * 7, (x * y) % 251];
  for (const width of [1, 2, 3, 5, 8, 9, 17]) {
    for (const height of [1, 2, 4, 5, 7, 8, 11]) {
      const plain = Array.from({ length: height }, (_, y) =>
        Array.from({ length: width }, (_, x) => pixelAt(x, y)).flat(),
      ).flat();
      const rows = interlaced(width, height, pixelAt);
      expect(await pixelsOf(png(rows, { width, height, interlace: 1 })), `${width} × ${height}`).toEqual(
        plain,
      );
    }
  }
});

test('what was read is written as a PNG that is read the same', async () => {
  const image = await readImage(png([0, 1, 2, 3, 7, 4, 5, 6, 255], { width: 2, height: 1, type: 6 }));
  expect(await readImage(await writePng(image))).toEqual(image);
});

test('texts in a PNG and what follows its end are not kept', async () => {
  const secret = chunk('tEXt', Buffer.from('Author\0Ana'));
  const plain = await readImage(png([0, 5], { width: 1, height: 1, type: 0 }));
  const told = await readImage(
    Buffer.concat([png([0, 5], { width: 1, height: 1, type: 0 }, [secret]), Buffer.from('<script>')]),
  );
  expect(told).toEqual(plain);
});

const WRONG: [string, Buffer][] = [
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['GIF', Buffer.from('GIF89a')],
  ['nothing', Buffer.alloc(0)],
  ['16 bits', png([0, 1, 2], { width: 1, height: 1, type: 0, depth: 16 })],
  ['interlaced in an unknown way', png([0, 1], { width: 1, height: 1, type: 0, interlace: 2 })],
  ['interlaced, with a pass that is missing', png([0, 1], { width: 2, height: 1, type: 0, interlace: 1 })],
  [
    'interlaced, with more than it says',
    png(Array(50_000).fill(0), { width: 2, height: 1, type: 0, interlace: 1 }),
  ],
  ['too many pixels', png([0], { width: 40_000, height: 40_000, type: 0 })],
  ['too few pixels', png([0, 1], { width: 5, height: 5, type: 0 })],
  ['more pixels than it says', png(Array(50_000).fill(0), { width: 1, height: 1, type: 0 })],
  ['no palette', png([0, 1], { width: 1, height: 1, type: 3 })],
  ['an unknown filter', png([9, 1], { width: 1, height: 1, type: 0 })],
  ['cut short', png([0, 5], { width: 1, height: 1, type: 0 }).subarray(0, -6)],
  ['JPEG without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ['JPEG cut short', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00])],
];

test.for(WRONG)('%s is refused with an explanation', async ([, bytes]) => {
  await expect(readImage(bytes)).rejects.toMatchObject({ code: 'validation_failed' });
});

test('a flipped bit in a PNG is refused or changes nothing', async () => {
  const whole = png([0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12]);
  for (let at = 8; at < whole.length; at++) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(readImage(changed), `byte ${at}`).rejects.toThrow();
  }
});

/** A JPEG of 2 × 1 grey pixels with one scan (SOF0). Its EXIF contains a location. */
const JPEG = Buffer.concat([
  Buffer.from([0xff, 0xd8]),
  Buffer.from([0xff, 0xe1, 0x00, 0x08, 0x45, 0x78, 0x69, 0x66, 0x47, 0x50]),
  Buffer.from([0xff, 0xc0, 0x00, 0x0b, 8, 0, 1, 0, 2, 1, 1, 0x11, 0]),
  Buffer.from([0xff, 0xda, 0x00, 0x08, 1, 1, 0, 0, 63, 0]),
  Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
  Buffer.from([0xff, 0xd9]),
]);

test('a JPEG is kept as it is, without where it was taken and what follows its end', async () => {
  const image = await readImage(Buffer.concat([JPEG, Buffer.from('<html>')]));
  expect(image).toMatchObject({ kind: 'jpeg', width: 2, height: 1, channels: 1 });
  expect(Buffer.from(image.bytes).includes('Exif')).toBe(false);
  expect(Buffer.from(image.bytes).includes('<html>')).toBe(false);
  expect(Buffer.from(image.bytes).subarray(-9).toString('hex')).toBe('12ff0034ffd056ffd9');
});

test('a JPEG in CMYK is refused: on paper it would be inverted', async () => {
  const cmyk = Buffer.from(JPEG);
  cmyk[21] = 4;
  await expect(readImage(cmyk)).rejects.toMatchObject({ code: 'validation_failed' });
});

/**
 * The longest piece may take this share of the work on one picture. Before the work was divided into pieces, one took
 * more than half.
 */
const LONGEST_PART = 1 / 5;

test.for([
  ['a square', { width: 1_500, height: 1_500 }],
  ['one row', { width: 2_250_000, height: 1 }],
  ['one column', { width: 1, height: 2_250_000 }],
  ['interlaced', { width: 1_504, height: 1_488, interlace: 1 }],
] as const)('P105 others are served between the pieces of a large picture: %s', async ([, size]) => {
  const picture = png(samplesOf(size), { ...size, type: 6 });
  expect(picture.length).toBeLessThan(64 * 1024);
  await readImage(picture);
  const parts: number[] = [];
  // Garbage collection sometimes stops everything for a while, so one slow piece proves nothing.
  while (parts.length < 4 && !parts.some((part) => part < LONGEST_PART)) {
    const { longestMs, totalMs } = await watchTurns(() => readImage(picture));
    parts.push(longestMs / totalMs);
  }
  expect(Math.min(...parts)).toBeLessThan(LONGEST_PART);
});

test('P105 others are served between the pieces in which a large picture is shown', async () => {
  const size = { width: 1_500, height: 1_500 };
  const image = await readImage(png(samplesOf(size), { ...size, type: 6 }));
  const parts: number[] = [];
  while (parts.length < 4 && !parts.some((part) => part < LONGEST_PART)) {
    const { longestMs, totalMs } = await watchTurns(() => writePng(image));
    parts.push(longestMs / totalMs);
  }
  expect(Math.min(...parts)).toBeLessThan(LONGEST_PART);
});

/**
 * All samples are zero. Interlacing stores each eight rows as fifteen, and each stored row begins with its filter byte.
 */
function samplesOf({ width, height, interlace = 0 }: Required<Pick<Head, 'width' | 'height'>> & Head) {
  return Buffer.alloc(4 * width * height + (interlace === 0 ? height : (height / 8) * 15));
}
