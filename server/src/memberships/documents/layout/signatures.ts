/** Draws the signatures: the image of each, a line, and the name and office beneath it. */

import { asArtifact } from '../../../proofs/constancia/pdf-layout.ts';
import type { CouncilLook, PrintedImage } from '../../council/look.ts';
import { drawImage } from './images.ts';
import { putLine, type Sheet } from './sheet.ts';

const GAP = 24;

/** One signature is centred, and two stand side by side. `bottom` is where the last line ends. */
export function drawSignatures(
  sheet: Sheet,
  { signatures, color }: Pick<CouncilLook, 'signatures' | 'color'>,
  images: ReadonlyMap<string, PrintedImage>,
  place: { x: number; width: number; bottom: number },
): void {
  const { pdf, root } = sheet;
  const count = signatures.length;
  const width = Math.min(176, (place.width - GAP * (count - 1)) / Math.max(1, count));
  const first = place.x + (place.width - count * width - (count - 1) * GAP) / 2;
  const line = place.bottom - 34;
  for (const [i, { name, office, image }] of signatures.entries()) {
    const x = first + i * (width + GAP);
    const drawn = image === null ? undefined : images.get(image);
    if (drawn !== undefined) {
      const figure = pdf.struct('Figure', { alt: `Firma: ${name}` });
      root.add(figure);
      const box = { x: x + 14, y: line - 45, width: width - 28, height: 48 };
      figure.add(() => drawImage(pdf, `Signature${i + 1}`, drawn, box));
    }
    asArtifact(pdf, () =>
      pdf
        .lineWidth(0.6)
        .moveTo(x, line)
        .lineTo(x + width, line)
        .stroke(color),
    );
    const own = { x, width };
    const after = putLine(
      sheet,
      'P',
      name,
      { face: 'displayBold', size: 11, color: '#22231f' },
      {
        ...own,
        top: line + 3,
        smallest: 6,
      },
    );
    putLine(
      sheet,
      'P',
      office,
      { face: 'displayItalic', size: 9, color: '#5d5b53' },
      {
        ...own,
        top: after,
        smallest: 5.5,
        lines: 2,
        leading: 1.1,
      },
    );
  }
}
