/** PDFs that can be sealed, each with a construction that some programs write and few readers expect. */

import { latin1 } from './latin1.ts';
import { onePage, revisePdf, writePdf } from './pdf-writer.ts';

const page = (entries: Record<string, string> = {}): Uint8Array => writePdf({ objects: onePage(entries) });

const TEXT_FIELD =
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (nombre) /Rect [72 600 300 620] /P 3 0 R /DA (/Helv 0 Tf) >>';

export const ODD_PDFS: Readonly<Record<string, Uint8Array>> = {
  simple: page(),
  'line-breaks': writePdf({ objects: onePage(), lineBreak: '\r\n' }),
  'no-last-line-break': writePdf({ objects: onePage(), end: '' }),
  'spaces-after-end': writePdf({ objects: onePage(), end: '\n \n\n' }),
  'form-inside': page({
    catalogue: '/AcroForm << /Fields [7 0 R] /SigFlags 1 >>',
    page: '/Annots [7 0 R]',
    7: TEXT_FIELD,
  }),
  'form-outside': page({
    catalogue: '/AcroForm 8 0 R',
    page: '/Annots 10 0 R',
    7: TEXT_FIELD,
    8: '<< /Fields 9 0 R % the fields\n>>',
    9: '[7 0 R]',
    10: '[ 7 0 R ]',
  }),
  'name-in-use': page({
    catalogue: '/AcroForm << /Fields [7 0 R] >>',
    page: '/Annots [7 0 R]',
    7: TEXT_FIELD.replace('nombre', 'SelloDeTiempo1'),
  }),
  'form-missing': page({ catalogue: '/AcroForm 99 0 R' }),
  'comments-and-escapes': page({
    catalogue: '/Lang (es-MX\\)) % >> [ (\n/PageM#6fde /UseNone',
    page: '/Annots [ ] % ]\n',
  }),
  'pages-in-pages': page({
    2: '<< /Type /Pages /Kids [6 0 R 7 0 R] /Count 2 /MediaBox [0 0 300 300] >>',
    6: '<< /Type /Pages /Parent 2 0 R /Kids [3 0 R] /Count 1 >>',
    7: '<< /Type /Page /Parent 2 0 R /Resources << >> >>',
  }),
  generations: writePdf({
    objects: {
      ...onePage({ catalogue: '/AcroForm 7 4 R', page: '/Annots 8 1 R', 7: '<< /Fields [] >>', 8: '[]' }),
    },
    generations: { 7: 4, 8: 1 },
  }),
  'gaps-between-numbers': writePdf({ objects: { ...onePage(), 40: '(forty)', 41: '<< /A 40 0 R >>' } }),
  'ids-and-facts': writePdf({
    objects: { ...onePage(), 6: '<< /Title (Contrato) /Producer <FEFF0061> >>' },
    trailer: '/Info 6 0 R /ID [<00ff00ff> (a\\)b\\\\)]',
  }),
  'several-revisions': revisePdf(
    revisePdf(page(), { 6: '(new)' }, '/Size 7 /Root 1 0 R'),
    { 2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /Rotate 90 >>' },
    '/Size 7 /Root 1 0 R',
  ),
  'declared-extensions': page({
    catalogue: '/Extensions << /ADBE << /BaseVersion /1.7 /ExtensionLevel 3 >> >>',
  }),
  'validation-data-already': page({
    catalogue: '/DSS 7 0 R',
    7: '<< /Certs 8 0 R /CRLs [] >>',
    8: '[9 0 R]',
    9: '<< /Length 3 >>\nstream\nabc\nendstream',
  }),
  'wrong-length': page({ 4: '<< /Length 999 >>\nstream\n0 0 m\nendstream' }),
  'refers-to-nothing': page({
    page: '/Group 6 0 R /Thumb 7 0 R /AA << /O 9\n0 R >>',
    catalogue: '/AF [10 0 R]',
  }),
  'pdf-2': latin1(Buffer.from(page()).toString('latin1').replace('%PDF-1.7', '%PDF-2.0')),
};
