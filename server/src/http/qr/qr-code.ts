/** QR codes (ISO/IEC 18004) of our addresses: level M, with the quiet zone of four modules that scanners need. */

import QRCode from 'qrcode';
import { squarePng } from './png.ts';

const LEVEL = 'M';
const QUIET_MODULES = 4;

/**
 * The same text gives the same bytes. Colours are attributes of their own, not styles: the Content-Security-Policy
 * of our pages allows no inline style.
 */
export function qrSvg(text: string): string {
  const modules = modulesOf(text);
  const side = modules.size + 2 * QUIET_MODULES;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${darkRuns(modules)}"/></svg>\n`
  );
}

/** A square of `pixels` by `pixels`; larger where the code would not fit into it. */
export function qrPng(text: string, pixels: number): Buffer {
  return keep(pictures, `${pixels} ${text}`, () => drawPng(modulesOf(text), pixels));
}

function drawPng({ size, data }: Modules, pixels: number): Buffer {
  const isInside = (module: number) => module >= 0 && module < size;
  return squarePng(size + 2 * QUIET_MODULES, pixels, (x, y) => {
    const [column, row] = [x - QUIET_MODULES, y - QUIET_MODULES];
    return isInside(column) && isInside(row) && data[row * size + column] === 1;
  });
}

type Modules = { size: number; data: Uint8Array };

/** Strangers ask for the same few again and again. A layout is 1 KB and a picture 2 KB. */
const layouts = new Map<string, Modules>();
const pictures = new Map<string, Buffer>();
const KEPT = 256;

function modulesOf(text: string): Modules {
  return keep(layouts, text, () => QRCode.create(text, { errorCorrectionLevel: LEVEL }).modules);
}

/** The one that was asked for longest ago makes room. */
function keep<T>(latest: Map<string, T>, name: string, make: () => T): T {
  const value = latest.get(name) ?? make();
  latest.delete(name);
  latest.set(name, value);
  if (latest.size > KEPT) latest.delete(latest.keys().next().value ?? '');
  return value;
}

/** One rectangle for each run of dark modules in a row. */
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
