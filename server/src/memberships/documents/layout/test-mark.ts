/** Marks documents that were made with a test key, across the whole page. */

import { drawLine, type Pdf } from '../../../proofs/constancia/pdf-draw.ts';
import { type Ink, setLines } from '../../../proofs/constancia/pdf-text.ts';
import { TEST_WORDS } from './words.ts';

export function drawTestMark(pdf: Pdf, { width, height }: { width: number; height: number }): void {
  const turn = -(Math.atan2(height, width) * 180) / Math.PI;
  pdf
    .save()
    .rotate(Math.round(turn), { origin: [width / 2, height / 2] })
    .fillOpacity(0.16);
  for (const [text, size, below] of [
    [TEST_WORDS.es, 52, 0],
    [TEST_WORDS.en, 34, 48],
  ] as const) {
    const ink: Ink = { face: 'bold', size, color: '#a8201a' };
    const [line] = setLines(text, ink, 10_000);
    if (line) drawLine(pdf, line, ink, (width - line.width) / 2, height / 2 + below);
  }
  pdf.restore();
}
