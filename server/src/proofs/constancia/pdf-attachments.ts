/** Embeds files (ISO 32000-2 §7.11.4) and associates them with the document as PDF/A-3 requires (§14.13). */

import { createHash } from 'node:crypto';
import type { ConstanciaAttachment } from './facts.ts';
import type { Pdf } from './pdf-draw.ts';

type Catalog = { _root: { data: { AF?: unknown[] } } };

/**
 * Attaches the files. pdfkit's own function is not used, because it writes the checksum as hexadecimal text and not
 * as its 16 bytes.
 */
export function attachFiles(pdf: Pdf, attachments: readonly ConstanciaAttachment[], at: Date): void {
  const specifications = attachments.map(({ name, mime, description, relationship, bytes }) => {
    const file = pdf.ref({
      Type: 'EmbeddedFile',
      Subtype: mime.replace('/', '#2F'),
      Params: {
        Size: bytes.length,
        CheckSum: new Uint8Array(createHash('md5').update(bytes).digest()),
        CreationDate: at,
        ModDate: at,
      },
    });
    file.end(bytes);
    const specification = pdf.ref({
      Type: 'Filespec',
      AFRelationship: relationship,
      F: pdfString(name),
      UF: pdfString(name),
      Desc: pdfString(description),
      EF: { F: file, UF: file },
    });
    specification.end(undefined);
    pdf.addNamedEmbeddedFile(name, specification);
    return specification;
  });
  (pdf as unknown as Catalog)._root.data.AF = specifications;
}

/** Makes a text that pdfkit writes as a PDF string: pdfkit writes primitive strings as PDF names. */
function pdfString(text: string): object {
  return Object(text);
}
