/**
 * Draws filled shapes into an RGB picture with smooth edges. For each pixel, every edge adds the area that it covers,
 * with a sign, so that a shape's two sides cancel out; the running sum along a row is the share of the pixel that the
 * shape covers.
 */

import { deflateSync } from 'node:zlib';
import { writePng } from '../proof/src/encoding/png.ts';

export type Colour = readonly [red: number, green: number, blue: number];
export type Point = readonly [x: number, y: number];
/** Closed: the last point leads back to the first. */
export type Outline = readonly Point[];

export type Canvas = {
  width: number;
  height: number;
  /** Three bytes for each pixel, by rows. */
  pixels: Uint8Array;
};

export function makeCanvas(width: number, height: number, colour: Colour): Canvas {
  const pixels = new Uint8Array(width * height * 3);
  for (let at = 0; at < pixels.length; at += 3) pixels.set(colour, at);
  return { width, height, pixels };
}

/** How many shades an edge has. The eye could not tell more apart, and they would double the file. */
const SHADES = 8;

/** `opacity`: from 0 to 1. Parts outside the picture are left out. */
export function fill(canvas: Canvas, outlines: readonly Outline[], colour: Colour, opacity = 1): void {
  const { width, height, pixels } = canvas;
  const covered = new Float32Array((width + 2) * height);
  let [top, bottom] = [height, 0];
  for (const outline of outlines) {
    for (const [index, to] of outline.entries()) {
      addEdge(covered, canvas, outline[(index + outline.length - 1) % outline.length] ?? to, to);
      top = Math.min(top, Math.max(0, Math.floor(to[1])));
      bottom = Math.max(bottom, Math.min(height, Math.ceil(to[1])));
    }
  }
  for (let y = top; y < bottom; y++) {
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += covered[y * (width + 2) + x] ?? 0;
      const share = (Math.round(Math.min(1, Math.abs(sum)) * SHADES) / SHADES) * opacity;
      if (share === 0) continue;
      const at = (y * width + x) * 3;
      for (let band = 0; band < 3; band++)
        pixels[at + band] = Math.round((pixels[at + band] ?? 0) * (1 - share) + (colour[band] ?? 0) * share);
    }
  }
}

function addEdge(covered: Float32Array, canvas: Canvas, from: Point, to: Point): void {
  if (from[1] === to[1]) return;
  const sign = from[1] < to[1] ? 1 : -1;
  const [[x0, y0], [x1, y1]] = sign === 1 ? [from, to] : [to, from];
  const slope = (x1 - x0) / (y1 - y0);
  const last = Math.min(canvas.height, Math.ceil(y1));
  for (let y = Math.max(0, Math.floor(y0)); y < last; y++) {
    const top = Math.max(y, y0);
    const bottom = Math.min(y + 1, y1);
    if (bottom <= top) continue;
    const xs = [x0 + (top - y0) * slope, x0 + (bottom - y0) * slope] as const;
    addRow(covered, canvas.width, y, Math.min(...xs), Math.max(...xs), sign * (bottom - top));
  }
}

/** The part of an edge within one row: `height` of it, from `left` to `right`. */
function addRow(
  covered: Float32Array,
  width: number,
  y: number,
  left: number,
  right: number,
  height: number,
): void {
  const row = y * (width + 2);
  const within = (x: number) => Math.min(width, Math.max(0, x));
  const [a, b] = [within(left), within(right)];
  const add = (pixel: number, value: number) => {
    covered[row + pixel] = (covered[row + pixel] ?? 0) + value;
  };
  const first = Math.floor(a);
  if (Math.ceil(b) <= first + 1) {
    const middle = (a + b) / 2 - first;
    add(first, height * (1 - middle));
    add(first + 1, height * middle);
    return;
  }
  // The running sum at `x` is the share of the edge that lies to the left of it, averaged over the pixel.
  const passed = (x: number) => Math.min(1, Math.max(0, (x - a) / (b - a)));
  let before = 0;
  for (let pixel = first; pixel <= Math.ceil(b); pixel++) {
    const [start, end] = [Math.max(pixel, a), Math.min(pixel + 1, b)];
    const inside = end > start ? ((passed(start) + passed(end)) / 2) * (end - start) : 0;
    const after = Math.max(0, pixel + 1 - Math.max(b, pixel));
    const sum = height * (inside + after);
    add(pixel, sum - before);
    before = sum;
  }
}

/** A line of this width through the points: one rectangle for each segment. */
export function stroke(points: readonly Point[], width: number): Outline[] {
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [dx, dy] = [((to[0] - from[0]) / length) * (width / 2), ((to[1] - from[1]) / length) * (width / 2)];
    return [
      [from[0] + dy, from[1] - dx],
      [to[0] + dy, to[1] - dx],
      [to[0] - dy, to[1] + dx],
      [from[0] - dy, from[1] + dx],
    ];
  });
}

/** Points along a quadratic curve, without the first point. */
export function curve([x0, y0]: Point, [cx, cy]: Point, [x1, y1]: Point, pieces = 12): Point[] {
  return Array.from({ length: pieces }, (_, index) => {
    const t = (index + 1) / pieces;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return [a * x0 + b * cx + c * x1, a * y0 + b * cy + c * y1];
  });
}

/** RGB with eight bits, unfiltered: large areas of one colour pack best as they are. */
export function toPng({ width, height, pixels }: Canvas): Buffer {
  const size = width * 3;
  const rows = new Uint8Array((size + 1) * height);
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * size, (y + 1) * size), y * (size + 1) + 1);
  return Buffer.from(writePng({ width, height, depth: 8, colorType: 2 }, deflateSync(rows, { level: 9 })));
}
