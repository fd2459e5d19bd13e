/** Finds the PDF that this program sealed, inside its sealed copy. */

import { concatBytes, equalBytes } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { PdfDocument } from './pdf-document.ts';
import { readSignatures } from './pdf-signatures.ts';
import { appendValidationData, fillStamp, prepareStamp } from './seal-pdf.ts';

/**
 * The original, byte for byte. Undefined unless sealing it again with the same stamp gives exactly these bytes, so that
 * nothing else was added: no page, and no attached file.
 */
export function originalOfSealed(sealed: Uint8Array): Uint8Array | undefined {
  try {
    const end = endOfOriginal(sealed);
    const original = end === undefined ? undefined : sealed.subarray(0, end);
    return original && equalBytes(sealedAgain(original, sealed), sealed) ? original : undefined;
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

function sealedAgain(original: Uint8Array, sealed: Uint8Array): Uint8Array {
  const { ranges, validation } = inspectPdf(sealed);
  const stamp = ranges.at(-1);
  const id = idOf(sealed);
  if (stamp === undefined || id === undefined) return original;
  const unstamped = prepareStamp(original, roomOf(sealed), id);
  const stamped = concatBytes(original, fillStamp(unstamped, stamp.message));
  return concatBytes(stamped, appendValidationData(stamped, validation, id));
}

/** How many bytes the last signature leaves for its token. */
function roomOf(sealed: Uint8Array): number {
  const { signatures } = readSignatures(new PdfDocument(sealed));
  const gaps = signatures.map(({ byteRange }) => byteRange ?? [0, 0, 0, 0]);
  const [, first, second] = gaps.sort((a, b) => a[2] + a[3] - b[2] - b[3]).at(-1) ?? [0, 0, 0];
  return Math.max(0, (second - first - 2) / 2);
}

function idOf(sealed: Uint8Array): Uint8Array | undefined {
  const pdf = new PdfDocument(sealed);
  const ids = pdf.array(pdf.crossReference.trailer.entries.get('ID')?.value, 'list of ids')?.items;
  const id = ids?.[1];
  return id?.kind === 'string' && id.bytes.length === 16 ? id.bytes : undefined;
}

const END = [0x25, 0x25, 0x45, 0x4f, 0x46];
const LINE_BREAK = 10;

/** Sealing adds two revisions, so the original ends with the third `%%EOF` from the end. */
function endOfOriginal(sealed: Uint8Array): number | undefined {
  let at = sealed.length;
  for (let found = 0; found < 3; ) {
    at = sealed.lastIndexOf(END[0] ?? 0, at - 1);
    if (at < 1) return undefined;
    if (END.every((byte, place) => sealed[at - 1 + place] === byte)) found += 1;
  }
  const end = at + END.length - 1;
  return sealed[end] === LINE_BREAK ? end + 1 : end;
}
