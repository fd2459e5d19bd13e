/** QR codes (ISO/IEC 18004) of our addresses: level M, with the quiet zone of four modules that scanners need. */

import { deflateSync } from 'node:zlib';
import { writePng } from '@sello/proof';
import QRCode from 'qrcode';

const LEVEL = 'M';
const QUIET_MODULES = 4;

/**
 * Draws a QR code as SVG; the same text always gives the same bytes. Colours are attributes and not styles, because
 * the Content-Security-Policy of our pages allows no inline style.
 */
export function qrSvg(text: string): string {
  const modules = modulesOf(text);
  const side = modules.size + 2 * QUIET_MODULES;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${darkRuns(modules)}"/></svg>\n`
  );
}

/** Draws a QR code as a square of `pixels` by `pixels`, or larger if the code would not fit. */
export function qrPng(text: string, pixels: number): Buffer {
  return keep(pictures, `${pixels} ${text}`, () => drawPng(modulesOf(text), pixels));
}

/** Writes a PNG in grey with one bit per pixel, which takes little work. */
function drawPng(modules: Modules, pixels: number): Buffer {
  const side = modules.size + 2 * QUIET_MODULES;
  const width = Math.max(pixels, side);
  const moduleAt = Array.from(
    { length: width },
    (_, pixel) => Math.floor((pixel * side) / width) - QUIET_MODULES,
  );
  const rows = new Map<number, Uint8Array>();
  for (const row of moduleAt) if (!rows.has(row)) rows.set(row, pixelRow(modules, row, moduleAt));
  const image = Buffer.concat(moduleAt.map((row) => rows.get(row) ?? new Uint8Array(0)));
  const head = { width, height: width, depth: 1, colorType: 0 };
  return Buffer.from(writePng(head, deflateSync(image, { level: 1 })));
}

/**
 * A row of the picture: its filter (none), then eight pixels per byte, the leftmost in the highest bit; 1 is white.
 */
function pixelRow({ size, data }: Modules, row: number, moduleAt: readonly number[]): Uint8Array {
  const isInside = (module: number) => module >= 0 && module < size;
  const bytes = new Uint8Array(1 + Math.ceil(moduleAt.length / 8));
  for (const [pixel, column] of moduleAt.entries()) {
    const at = 1 + (pixel >> 3);
    const isDark = isInside(column) && isInside(row) && data[row * size + column] === 1;
    if (!isDark) bytes[at] = (bytes[at] ?? 0) | (0x80 >> (pixel & 7));
  }
  return bytes;
}

type Modules = { size: number; data: Uint8Array };

/**
 * Layouts and pictures are cached, because strangers ask for the same few codes again and again. A layout takes 1 KB
 * and a picture 2 KB.
 */
const layouts = new Map<string, Modules>();
const pictures = new Map<string, Buffer>();
const KEPT = 256;

function modulesOf(text: string): Modules {
  return keep(layouts, text, () => QRCode.create(text, { errorCorrectionLevel: LEVEL }).modules);
}

/** Returns the cached value or makes it. When the cache is full, the least recently requested value is removed. */
function keep<T>(latest: Map<string, T>, name: string, make: () => T): T {
  const value = latest.get(name) ?? make();
  latest.delete(name);
  latest.set(name, value);
  if (latest.size > KEPT) latest.delete(latest.keys().next().value ?? '');
  return value;
}

/** The path of the dark parts: one rectangle for each run of dark modules in a row. */
function darkRuns({ size, data }: Modules): string {
  let path = '';
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const start = column;
      while (column < size && data[row * size + column]) column++;
      if (column > start)
        path += `M${start + QUIET_MODULES} ${row + QUIET_MODULES}h${column - start}v1h-${column - start}z`;
    }
  }
  return path;
}
