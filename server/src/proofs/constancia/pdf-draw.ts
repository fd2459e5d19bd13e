/** Draws lines of text, the seal and QR codes on a page. */

import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';
import { type FaceName, forgetGlyphs, openDrawnFace, PLAIN } from './pdf-fonts.ts';
import { hexOf, type Ink, type Line, type Piece } from './pdf-text.ts';

export type Pdf = InstanceType<typeof PDFDocument>;

/**
 * Makes a PDF/A. `draw` must be synchronous: see `forgetGlyphs`. The file is not compressed, because the output of
 * deflate differs between processors and zlib releases, and these bytes must stay the same. The id of the document is
 * derived from its title and dates.
 */
export async function writePdf(info: PDFKit.DocumentInfo, draw: (pdf: Pdf) => void): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    compress: false,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    lang: 'es-MX',
    displayTitle: true,
    autoFirstPage: false,
    bufferPages: true,
    // There is no default font. Without this, the file would refer to a Helvetica that is not embedded.
    font: '',
    info,
  });
  const chunks: Uint8Array[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  forgetGlyphs();
  draw(pdf);
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

/** Draws a line of text. `baseline` is measured from the top of the page. */
export function drawLine(pdf: Pdf, line: Line, ink: Ink, x: number, baseline: number): void {
  pdf.save();
  // Stacked combining marks could cover the lines above, so they are clipped to their own line.
  if (line.clips) pdf.rect(x - 1, baseline - ink.size * 1.12, line.width + 4, ink.size * 1.5).clip();
  let left = x;
  for (const piece of line.pieces) {
    const actual = actualText(piece);
    if (actual !== undefined) pdf.markContent('Span', { actual });
    if (piece.face === undefined) drawBox(pdf, piece, ink, left, baseline);
    else drawGlyphs(pdf, piece.face, piece, ink, left, baseline);
    if (actual !== undefined) pdf.endMarkedContent();
    left += piece.width;
  }
  pdf.restore();
}

/**
 * The text that a reader copies. It is given when several characters share a glyph, so that glyphs alone are
 * ambiguous. It is not given for right-to-left text, which PDF readers order by its glyphs.
 */
function actualText({ face, drawn, text, isRightToLeft }: Piece): string | undefined {
  if (isRightToLeft && face !== undefined) return undefined;
  return face !== undefined && drawn === text && PLAIN.test(text) ? undefined : text;
}

function drawGlyphs(
  pdf: Pdf,
  face: FaceName,
  { drawn, isRightToLeft }: Piece,
  { size, color, tracking }: Ink,
  x: number,
  baseline: number,
): void {
  useFace(pdf, face)
    .fontSize(size)
    .fillColor(color)
    .text(drawn, x, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      // With a list of features, even an empty one, pdfkit lays out the text as a whole. Without one it does so word
      // by word from the left.
      ...(isRightToLeft && { features: [] }),
      ...(tracking !== undefined && { characterSpacing: size * tracking }),
    });
}

function useFace(pdf: Pdf, face: FaceName): Pdf {
  // pdfkit accepts an already parsed font, but its types do not allow it.
  return pdf.registerFont(face, openDrawnFace(face) as unknown as Uint8Array).font(face);
}

/** Draws a box with the number of the character in two rows, as last-resort fonts do. */
function drawBox(pdf: Pdf, { drawn, width }: Piece, { size, color }: Ink, x: number, baseline: number): void {
  const hex = hexOf(drawn);
  const columns = Math.ceil(hex.length / 2);
  const rows = [hex.slice(0, hex.length - columns), hex.slice(hex.length - columns)];
  pdf
    .lineWidth(size * 0.04)
    .rect(x + size * 0.08, baseline - size * 0.82, width - size * 0.16, size * 0.98)
    .stroke(color);
  for (const [i, row] of rows.entries()) {
    useFace(pdf, 'mono')
      .fontSize(size * 0.42)
      .fillColor(color)
      .text(row, x + size * 0.17, baseline - size * (0.42 - 0.46 * i), {
        lineBreak: false,
        baseline: 'alphabetic',
      });
  }
}

/**
 * Draws a QR code of level M. `side` does not include the quiet zone of four modules, which is painted white around
 * the code.
 */
export function drawQr(pdf: Pdf, text: string, x: number, y: number, side: number): void {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules;
  const module = side / size;
  pdf.rect(x - 4 * module, y - 4 * module, side + 8 * module, side + 8 * module).fill('#ffffff');
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const start = column;
      while (column < size && data[row * size + column]) column++;
      if (column > start) pdf.rect(x + start * module, y + row * module, (column - start) * module, module);
    }
  }
  pdf.fill('#000000');
}

/** Draws the seal of our pages, `side` wide. */
export function drawSeal(pdf: Pdf, x: number, y: number, side: number, color: string): void {
  pdf
    .save()
    .translate(x, y)
    .scale(side / 32);
  pdf.path(SEAL).fill(color);
  pdf.lineWidth(1).circle(16, 14.6, 8.2).stroke('#8fbcab');
  pdf.lineWidth(2.2).lineCap('round').lineJoin('round').path('M12.3 14.8l2.6 2.6 4.9-5.4').stroke('#ffffff');
  pdf.restore();
}

const SEAL =
  'M16 1.2l3.1 2 3.7-.3 1.6 3.3 3.3 1.6-.3 3.7 2 3.1-2 3.1.3 3.7-3.3 1.6-1.6 3.3-3.7-.3-3.1 2-3.1-2-3.7.3-1.6-3.3-3.3-1.6.3-3.7-2-3.1 2-3.1-.3-3.7 3.3-1.6 1.6-3.3 3.7.3z';
