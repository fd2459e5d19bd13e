/**
 * The page that diploma and constancia share: a frame and a rosette in the council's colours and, in test mode, a mark
 * over everything.
 */

import type { Pdf } from '../../../proofs/constancia/pdf-draw.ts';
import { asArtifact } from '../../../proofs/constancia/pdf-layout.ts';
import { drawFrame, drawRosette } from './ornaments.ts';
import type { Sheet } from './sheet.ts';
import { drawTestMark } from './test-mark.ts';

export const INK = '#22231f';
export const SOFT = '#5d5b53';

type Framed = {
  page: { width: number; height: number };
  rosette: { y: number; radius: number };
  council: { color: string; accent: string };
  livemode: boolean;
};

export function drawFramed(
  pdf: Pdf,
  { page, rosette, council, livemode }: Framed,
  draw: (sheet: Sheet) => void,
): void {
  pdf.addPage({ size: [page.width, page.height], margin: 0 });
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  asArtifact(pdf, () => {
    drawFrame(pdf, page, council.color, council.accent);
    drawRosette(pdf, page.width / 2, rosette.y, rosette.radius, council.accent);
  });
  draw({ pdf, root });
  if (!livemode) asArtifact(pdf, () => drawTestMark(pdf, page));
}
