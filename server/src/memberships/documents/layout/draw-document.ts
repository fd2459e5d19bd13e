/** A document as a PDF: what is printed in, bytes out. */

import PDFDocument from 'pdfkit';
import type { Pdf } from '../../../proofs/constancia/pdf-draw.ts';
import { forgetGlyphs } from '../../../proofs/constancia/pdf-fonts.ts';
import type { DocumentMaterial } from '../content.ts';
import { drawConstancia } from './constancia.ts';
import { drawDiploma } from './diploma.ts';
import { drawTranscript } from './transcript.ts';
import { TITLES } from './words.ts';

/**
 * Not compressed, as the constancia of a certificate is not: what deflate makes differs between processors and releases,
 * and these bytes must stay the same. The document's id is derived from its title and dates.
 */
export async function drawDocument(material: DocumentMaterial): Promise<Uint8Array> {
  const pdf = openPdf(material);
  const chunks: Uint8Array[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  // No `await` from here to `end`: see `forgetGlyphs`.
  forgetGlyphs();
  draw(pdf, material);
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

function draw(pdf: Pdf, { content, ...rest }: DocumentMaterial): void {
  if (content.kind === 'diploma') drawDiploma(pdf, { ...rest, content });
  else if (content.kind === 'constancia') drawConstancia(pdf, { ...rest, content });
  else drawTranscript(pdf, { ...rest, content });
}

function openPdf({ content, url, serviceName, writtenAt }: DocumentMaterial): Pdf {
  const code = url?.slice(url.lastIndexOf('/') + 1) ?? '';
  return new PDFDocument({
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
      // With the code, so that no two documents have the same id.
      Title: `${TITLES[content.kind].es} ${content.kind === 'diploma' ? content.folio : code}`.trim(),
      Author: content.council.name,
      ...(url !== undefined && { Subject: url }),
      Creator: serviceName,
      Producer: serviceName,
      CreationDate: writtenAt,
      ModDate: writtenAt,
    },
  });
}
