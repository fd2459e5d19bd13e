/**
 * Reads the certificates and revocation answers in a PDF, with which its signatures can be checked (ISO 32000-2
 * §12.8.4.3).
 */

import { ProofError } from '../proof-error.ts';
import { PdfDocument } from './pdf-document.ts';
import type { ValidationData } from './seal-pdf.ts';

/** More certificates than the chains of any real document need. */
const MAX_STREAMS = 64;

export function readValidationData(pdf: PdfDocument): ValidationData {
  const store = pdf.dictionary(pdf.catalogue.value.entries.get('DSS')?.value, 'DSS');
  const streams = (key: string): Uint8Array[] => {
    const items = pdf.array(store?.entries.get(key)?.value, `list of ${key}`)?.items ?? [];
    return items.slice(0, MAX_STREAMS).flatMap((item) => {
      const object = item.kind === 'reference' ? pdf.object(item.number) : undefined;
      return object !== undefined && pdf.isStream(object) ? [pdf.content(object)] : [];
    });
  };
  return { certificates: streams('Certs'), crls: streams('CRLs'), ocsps: streams('OCSPs') };
}

/** The certificates in a PDF for its stamps. Empty if the PDF cannot be read, which its checks report. */
export function certificatesInPdf(bytes: Uint8Array): readonly Uint8Array[] {
  try {
    return readValidationData(new PdfDocument(bytes)).certificates;
  } catch (error) {
    if (error instanceof ProofError) return [];
    throw error;
  }
}
