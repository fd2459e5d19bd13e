/** The constancia as a PDF: facts in, bytes out. */

import type { ConstanciaFacts } from './facts.ts';
import { attachFiles } from './pdf-attachments.ts';
import { drawLine, type Pdf, writePdf } from './pdf-draw.ts';
import { COLORS, finishPages, openLayout } from './pdf-layout.ts';
import { writeSections } from './pdf-sections.ts';
import { type Ink, setLines } from './pdf-text.ts';
import { headingOf, TEST } from './text.ts';

export function writeConstancia(facts: ConstanciaFacts): Promise<Uint8Array> {
  const { certificate, anchor, attachments, serviceName } = facts;
  const createdAt = new Date(certificate.timestamp.genTime);
  const changedAt = anchor?.blockTime ?? createdAt;
  const info = {
    Title: `${headingOf(facts).short} ${certificate.id}`,
    Creator: serviceName,
    Producer: serviceName,
    CreationDate: createdAt,
    ModDate: changedAt,
  };
  return writePdf(info, (pdf) => {
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
  });
}

/** The date of the last change for the XMP metadata, which must agree with the document's own dates. */
function modifiedAt(at: Date): string {
  return `<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:ModifyDate>${at.toISOString().slice(0, 19)}Z</xmp:ModifyDate></rdf:Description>`;
}

/** Paints the watermark across the whole page, transparent enough to read the text under it. */
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
