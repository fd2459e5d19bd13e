/** QR codes (ISO/IEC 18004) of our addresses: level M, with the quiet zone of four modules that scanners need. */

import QRCode from 'qrcode';

const LEVEL = 'M';
const QUIET_MODULES = 4;

/**
 * The same text gives the same bytes. Colours are attributes of their own, not styles: the Content-Security-Policy
 * of our pages allows no inline style.
 */
export function qrSvg(text: string): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: LEVEL });
  const side = modules.size + 2 * QUIET_MODULES;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${darkRuns(modules)}"/></svg>\n`
  );
}

/** A square of `pixels` by `pixels`; larger where the code would not fit into it. */
export function qrPng(text: string, pixels: number): Promise<Buffer> {
  return QRCode.toBuffer(text, {
    type: 'png',
    errorCorrectionLevel: LEVEL,
    margin: QUIET_MODULES,
    width: pixels,
  });
}

/** One rectangle for each run of dark modules in a row. */
function darkRuns({ size, data }: QRCode.BitMatrix): string {
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
