/** PDFs with a time stamp inside, and a sealed constancia: docs/proof-format.md, §14. */

import type { VerdictWord } from '../../proof/src/evidence/evidence-verdict.ts';
import { latin1 } from '../../tests/harness/latin1.ts';
import { revisePdf } from '../../tests/harness/pdf-writer.ts';
import { readDoc, type Vector } from './vector.ts';

/** Genuine PDFs, stamped by an authority made for these vectors (`sealed-root.pem`). They are not made here. */
const SEALED = readDoc('vectors/sealed.pdf');
const CONSTANCIA = readDoc('vectors/sealed-constancia.pdf');

const ROOT = ['--root', 'sealed-root.pem'];
/** The offset of a digit of the page size. */
const BOX = SEALED.indexOf('/MediaBox') + 12;
const FIELDS = '/Size 40 /Root 1 0 R';

type Row = readonly [
  requirement: number,
  name: string,
  verdict: VerdictWord,
  because: string,
  bytes?: Uint8Array | undefined,
  args?: readonly string[],
];

export function sealedPdfVectors(): Vector[] {
  return [...trust(), ...damaged(), ...after(), ...documents(), ...constancias()].map(
    ([requirement, name, verdict, because, bytes, args = ROOT]) => ({
      requirement,
      file: `${name}.pdf`,
      verdict,
      because,
      args: [`${name}.pdf`, ...args],
      ...(bytes && { bytes: Buffer.from(bytes) }),
    }),
  );
}

function trust(): Row[] {
  return [
    [92, 'sealed', 'valid', 'the root of its stamp'],
    [92, 'sealed', 'unconfirmed', 'no root', undefined, []],
    [92, 'sealed', 'invalid', 'another root', undefined, ['--root', 'other-root.pem']],
  ];
}

/** PDFs with one changed byte, or with bytes missing. */
function damaged(): Row[] {
  const end = signatureEnd(SEALED);
  const middle = Math.floor((stampedEnd(SEALED) + SEALED.length) / 2);
  return [
    [93, 'sealed-changed-before', 'invalid', 'a byte before the stamp', flipped(SEALED, BOX)],
    [
      93,
      'sealed-changed-stamp',
      'invalid',
      'a digit of the signature in the stamp',
      flipped(SEALED, end - 20),
    ],
    [93, 'sealed-changed-range', 'invalid', 'the stamp covers a byte less', shorterRange()],
    [97, 'sealed-cut', 'invalid', 'the last revision is cut off in its middle', SEALED.subarray(0, middle)],
    [97, 'sealed-cut-stamp', 'invalid', 'the stamp is cut off in its middle', SEALED.subarray(0, end - 20)],
  ];
}

function after(): Row[] {
  const end = stampedEnd(SEALED);
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Rotate 180 >>';
  const info = revisePdf(SEALED, { 38: '(a note)' }, `${FIELDS} /Info 39 0 R`);
  return [
    [94, 'sealed', 'valid', 'only validation data follows'],
    [94, 'sealed-stamp-alone', 'valid', 'nothing follows the stamp', SEALED.subarray(0, end)],
    [
      94,
      'sealed-page-changed',
      'invalid',
      'a later revision has another page',
      revisePdf(SEALED, { 3: page }, FIELDS),
    ],
    [94, 'sealed-object-added', 'invalid', 'a later revision has another object', info],
    [
      94,
      'sealed-text-after',
      'invalid',
      'text after the last revision',
      Buffer.concat([SEALED, latin1('% more\n')]),
    ],
  ];
}

function documents(): Row[] {
  return [
    [
      95,
      'sealed',
      'valid',
      'the document is an earlier revision',
      undefined,
      ['sealed-original.pdf', ...ROOT],
    ],
    [95, 'sealed', 'invalid', 'another document', undefined, ['hola.txt', ...ROOT]],
  ];
}

function constancias(): Row[] {
  const given = ['hola.txt', ...ROOT];
  const end = stampedEnd(CONSTANCIA);
  const changed = flipped(CONSTANCIA, CONSTANCIA.indexOf('/MediaBox') + 12);
  const more = revisePdf(CONSTANCIA, { 900: '(more)' }, '/Size 901 /Root 1 0 R');
  return [
    [96, 'sealed-constancia', 'valid', 'the document that it is about', undefined, given],
    [96, 'sealed-constancia', 'invalid', 'another document', undefined, ['sealed-original.pdf', ...ROOT]],
    [96, 'sealed-constancia-changed', 'invalid', 'a byte of a page', changed, given],
    [96, 'sealed-constancia-cut', 'invalid', 'without its last revision', CONSTANCIA.subarray(0, end), given],
    [96, 'sealed-constancia-more', 'invalid', 'one more revision', more, given],
  ];
}

/** Where the revision of the stamp ends: after the `%%EOF` before the last one. */
function stampedEnd(pdf: Buffer): number {
  const last = pdf.lastIndexOf('%%EOF');
  return pdf.indexOf('\n', pdf.lastIndexOf('%%EOF', last - 1)) + 1;
}

/**
 * Where the digits of the token end, before the zeros that follow. The last digits are those of the token's signature.
 */
function signatureEnd(pdf: Buffer): number {
  const start = pdf.indexOf('/Contents <', pdf.indexOf('/DocTimeStamp')) + '/Contents <'.length;
  let end = pdf.indexOf('>', start);
  while (pdf[end - 1] === 0x30) end -= 1;
  return end;
}

/** Makes the last of the four numbers of `/ByteRange` one less. */
function shorterRange(): Buffer {
  const text = SEALED.toString('latin1');
  const changed = text.replace(/(\/ByteRange \[\d+ \d+ \d+ )(\d+)/, (_, start: string, rest: string) => {
    const less = String(Number(rest) - 1);
    return start + less.padStart(rest.length, '0');
  });
  if (changed === text) throw new Error('the sealed PDF has no list of covered bytes');
  return Buffer.from(changed, 'latin1');
}

function flipped(pdf: Buffer, at: number): Buffer {
  const bytes = Buffer.from(pdf);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}
