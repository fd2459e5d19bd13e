/** The constancia as a PDF: facts in, bytes out. */

import PDFDocument from 'pdfkit';
import type { ConstanciaFacts } from './facts.ts';
import { attachFiles } from './pdf-attachments.ts';
import { drawLine, type Pdf } from './pdf-draw.ts';
import { forgetGlyphs } from './pdf-fonts.ts';
import { COLORS, finishPages, openLayout } from './pdf-layout.ts';
import { writeSections } from './pdf-sections.ts';
import { type Ink, setLines } from './pdf-text.ts';
import { headingOf, TEST } from './text.ts';

/**
 * Not compressed: the output of deflate differs between processors and zlib releases, and these bytes must stay the
 * same. The document's id is derived from its title and dates.
 */
export async function writeConstancia(facts: ConstanciaFacts): Promise<Uint8Array> {
  const { certificate, anchor, attachments, serviceName } = facts;
  const createdAt = new Date(certificate.timestamp.genTime);
  const changedAt = anchor?.blockTime ?? createdAt;
  const pdf = new PDFDocument({
    compress: false,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    lang: 'es-MX',
    displayTitle: true,
    autoFirstPage: false,
    bufferPages: true,
    // No default font: without this, the file would refer to an unembedded Helvetica.
    font: '',
    info: {
      Title: `${headingOf(facts).short} ${certificate.id}`,
      Creator: serviceName,
      Producer: serviceName,
      CreationDate: createdAt,
      ModDate: changedAt,
    },
  });
  const chunks: Uint8Array[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  // No `await` from here to `end`: see `forgetGlyphs`.
  forgetGlyphs();
  pdf.appendXML(modifiedAt(changedAt));
  const layout = openLayout(pdf);
  writeSections(layout, facts);
  finishPages(layout, {
    folio: certificate.id,
    url: facts.verificationUrl,
    paintOver: () => {
      if (!certificate.livemode) paintWatermark(pdf);
    },
  });
  attachFiles(pdf, attachments, createdAt);
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

/** The XMP metadata must agree with the document's own dates. */
function modifiedAt(at: Date): string {
  return `<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:ModifyDate>${at.toISOString().slice(0, 19)}Z</xmp:ModifyDate></rdf:Description>`;
}

/** Across the whole page, transparent enough to read the text under it. */
function paintWatermark(pdf: Pdf): void {
  const { width, height } = pdf.page;
  pdf
    .save()
    .rotate(-52, { origin: [width / 2, height / 2] })
    .fillOpacity(0.16);
  for (const [text, size, below] of [
    [TEST.es, 46, 0],
    [TEST.en, 30, 44],
  ] as const) {
    const ink: Ink = { face: 'bold', size, color: COLORS.bad.ink };
    const [line] = setLines(text, ink, 10_000);
    if (line) drawLine(pdf, line, ink, (width - line.width) / 2, height / 2 + below);
  }
  pdf.restore();
}
