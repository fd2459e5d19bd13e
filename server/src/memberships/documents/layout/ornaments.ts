/** Frame, rosette and lines of a diploma: drawn in the council's two colours. */

import type { Pdf } from '../../../proofs/constancia/pdf-draw.ts';

/** A band of fine waves between two rules; the corners are cut in by quarter circles. */
export function drawFrame(
  pdf: Pdf,
  { width, height }: { width: number; height: number },
  color: string,
  accent: string,
): void {
  pdf.save();
  pdf
    .lineWidth(2.4)
    .rect(18, 18, width - 36, height - 36)
    .stroke(color);
  drawWaves(pdf, { left: 24, top: 24, right: width - 24, bottom: height - 24 }, accent);
  notched(pdf, 36, 36, width - 72, height - 72, 13);
  pdf.lineWidth(0.9).stroke(color);
  notched(pdf, 39.5, 39.5, width - 79, height - 79, 13);
  pdf.lineWidth(0.35).stroke(accent);
  pdf.restore();
}

function notched(pdf: Pdf, x: number, y: number, w: number, h: number, r: number): void {
  const k = r * 0.5523;
  pdf
    .moveTo(x + r, y)
    .lineTo(x + w - r, y)
    .bezierCurveTo(x + w - r, y + k, x + w - k, y + r, x + w, y + r)
    .lineTo(x + w, y + h - r)
    .bezierCurveTo(x + w - k, y + h - r, x + w - r, y + h - k, x + w - r, y + h)
    .lineTo(x + r, y + h)
    .bezierCurveTo(x + r, y + h - k, x + k, y + h - r, x, y + h - r)
    .lineTo(x, y + r)
    .bezierCurveTo(x + k, y + r, x + r, y + k, x + r, y)
    .closePath();
}

type Box = { left: number; top: number; right: number; bottom: number };

/** Two waves that cross, around the page. Each half wave is one curve. */
function drawWaves(pdf: Pdf, box: Box, color: string): void {
  const sides = [
    { x: box.left + 3, y: box.top + 3, length: box.right - box.left - 6, turn: 0 },
    { x: box.right - 3, y: box.top + 3, length: box.bottom - box.top - 6, turn: 90 },
    { x: box.right - 3, y: box.bottom - 3, length: box.right - box.left - 6, turn: 180 },
    { x: box.left + 3, y: box.bottom - 3, length: box.bottom - box.top - 6, turn: 270 },
  ];
  pdf.lineWidth(0.3);
  for (const { x, y, length, turn } of sides) {
    const halves = Math.round(length / 7);
    const half = length / halves;
    pdf.save().translate(x, y).rotate(turn);
    for (const [phase, height] of [
      [1, 2.6],
      [-1, 2.6],
      [1, 1.3],
      [-1, 1.3],
    ] as const) {
      pdf.moveTo(0, 0);
      for (let i = 0; i < halves; i++) {
        const up = (i % 2 === 0 ? 1 : -1) * phase * height * 1.33;
        pdf.bezierCurveTo(half * (i + 0.36), up, half * (i + 0.64), up, half * (i + 1), 0);
      }
      pdf.stroke(color);
    }
    pdf.restore();
  }
}

/** A guilloche behind the text. It is so faint that all letters stay legible. */
export function drawRosette(pdf: Pdf, x: number, y: number, radius: number, color: string): void {
  const petals = 24;
  pdf.save().lineWidth(0.35).strokeOpacity(0.13);
  for (const share of [1, 0.82, 0.64]) {
    for (let i = 0; i < petals; i++) {
      pdf
        .save()
        .translate(x, y)
        .rotate((360 / petals) * i);
      // The lines leave out the middle, where all of them would cross.
      pdf.ellipse(radius * share * 0.56, 0, radius * share * 0.44, radius * share * 0.19).stroke(color);
      pdf.restore();
    }
  }
  pdf.restore();
}

/** A line that ends in small diamonds, with a larger one in its middle. */
export function drawDivider(pdf: Pdf, x: number, y: number, width: number, color: string): void {
  const gap = 7;
  pdf.save().lineWidth(0.6);
  pdf
    .moveTo(x - width / 2, y)
    .lineTo(x - gap, y)
    .stroke(color);
  pdf
    .moveTo(x + gap, y)
    .lineTo(x + width / 2, y)
    .stroke(color);
  diamond(pdf, x, y, 3.2, color);
  diamond(pdf, x - width / 2, y, 1.5, color);
  diamond(pdf, x + width / 2, y, 1.5, color);
  pdf.restore();
}

function diamond(pdf: Pdf, x: number, y: number, side: number, color: string): void {
  pdf
    .moveTo(x - side, y)
    .lineTo(x, y - side)
    .lineTo(x + side, y)
    .lineTo(x, y + side)
    .closePath()
    .fill(color);
}
