/**
 * Reads a JPEG strictly (ITU-T T.81) and keeps only what is needed to show it. The location, the camera and anything
 * after the image's end are dropped.
 */

import type { PrintedImage } from './look.ts';
import { unreadable } from './refusals.ts';

const MOST_SIDE = 3_000;

/** The kinds of frame that are read: baseline, extended and progressive, with Huffman codes. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** The markers that are kept: tables, the restart interval, and Adobe's colour marker. */
const KEPT: ReadonlySet<number> = new Set([0xc4, 0xdb, 0xdd, 0xee]);
const [START, END, SCAN] = [0xd8, 0xd9, 0xda];

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === START && bytes[2] === 0xff;
}

export function readJpeg(bytes: Uint8Array): PrintedImage {
  const jpeg = Buffer.from(bytes);
  const parts: Buffer[] = [jpeg.subarray(0, 2)];
  let frame: Pick<PrintedImage, 'width' | 'height' | 'channels'> | undefined;
  for (let at = 2; at + 4 <= jpeg.length || jpeg[at + 1] === END; ) {
    const marker = jpeg[at + 1] ?? 0;
    if (jpeg[at] !== 0xff) break;
    if (marker === END) {
      if (frame === undefined) break;
      return {
        kind: 'jpeg',
        ...frame,
        bytes: Buffer.concat([...parts, jpeg.subarray(at, at + 2)]),
        alpha: undefined,
      };
    }
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (end > jpeg.length) break;
    const isFrame = FRAMES.has(marker);
    if (isFrame) frame = readFrame(jpeg.subarray(at + 4, end), frame !== undefined);
    if (isFrame || marker === SCAN || KEPT.has(marker)) parts.push(jpeg.subarray(at, end));
    at = marker === SCAN ? endOfScan(jpeg, end) : end;
    if (marker === SCAN) parts.push(jpeg.subarray(end, at));
  }
  throw unreadable(
    'it is damaged, cut short or of an unusual kind',
    'está dañado, incompleto o es de un tipo poco común',
  );
}

/** The first marker that is not part of the compressed data. */
function endOfScan(jpeg: Buffer, from: number): number {
  for (let at = from; at + 1 < jpeg.length; at++) {
    const next = jpeg[at + 1] ?? 0;
    if (jpeg[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return jpeg.length;
}

function readFrame(frame: Buffer, isSecond: boolean): Pick<PrintedImage, 'width' | 'height' | 'channels'> {
  const depth = frame[0];
  const channels = frame[5];
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)];
  if (isSecond || depth !== 8 || (channels !== 1 && channels !== 3)) {
    throw unreadable(
      'save it in RGB or grey, with 8 bits per channel',
      'guárdela en RGB o gris, con 8 bits por canal',
    );
  }
  if (width < 1 || height < 1 || width > MOST_SIDE || height > MOST_SIDE) {
    throw unreadable(`each side may have ${MOST_SIDE} pixels`, `cada lado puede tener ${MOST_SIDE} puntos`);
  }
  return { width, height, channels };
}
