/** Renders a document as a PDF from its printed content, and returns the bytes. */

import { type Pdf, writePdf } from '../../../proofs/constancia/pdf-draw.ts';
import type { DocumentMaterial } from '../content.ts';
import { drawConstancia } from './constancia.ts';
import { drawDiploma } from './diploma.ts';
import { drawTranscript } from './transcript.ts';
import { TITLES } from './words.ts';

export function drawDocument(material: DocumentMaterial): Promise<Uint8Array> {
  const { content, url, serviceName, writtenAt } = material;
  const code = url?.slice(url.lastIndexOf('/') + 1) ?? '';
  const info = {
    // The title contains the code, so that no two documents have the same id.
    Title: `${TITLES[content.kind].es} ${content.kind === 'diploma' ? content.folio : code}`.trim(),
    Author: content.council.name,
    ...(url !== undefined && { Subject: url }),
    Creator: serviceName,
    Producer: serviceName,
    CreationDate: writtenAt,
    ModDate: writtenAt,
  };
  return writePdf(info, (pdf) => draw(pdf, material));
}

function draw(pdf: Pdf, { content, ...rest }: DocumentMaterial): void {
  if (content.kind === 'diploma') drawDiploma(pdf, { ...rest, content });
  else if (content.kind === 'constancia') drawConstancia(pdf, { ...rest, content });
  else drawTranscript(pdf, { ...rest, content });
}
