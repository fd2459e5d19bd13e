/**
 * Finds numbers that a PDF refers to although no object has them; such a reference means null (ISO 32000-2 §7.3.10). A
 * later revision that adds such an object changes what the file shows. So sealing never uses these numbers, and a
 * verifier reports it if one is used later.
 */

import type { PdfDocument } from './pdf-document.ts';
import { isWhite } from './pdf-syntax.ts';

const MAX_DIGITS = 10;

export function danglingNumbers(pdf: PdfDocument): ReadonlySet<number> {
  const found = new Set<number>();
  for (const bytes of [pdf.bytes, ...pdf.packedContents()]) addReferences(bytes, pdf, found);
  return found;
}

/** Searches backwards from each R. Text in streams and strings may look like a reference too, which does no harm. */
function addReferences(bytes: Uint8Array, pdf: PdfDocument, found: Set<number>): void {
  for (let at = bytes.indexOf(0x52); at >= 0; at = bytes.indexOf(0x52, at + 1)) {
    if (!isWhite(bytes[at - 1])) continue;
    const generation = digitsBefore(bytes, at);
    const number = generation && digitsBefore(bytes, generation.start);
    if (number !== undefined && !pdf.crossReference.places.has(number.value)) found.add(number.value);
  }
}

/** The digits before `end`, possibly with white space between. */
function digitsBefore(bytes: Uint8Array, end: number): { value: number; start: number } | undefined {
  let last = end;
  while (isWhite(bytes[last - 1])) last -= 1;
  let start = last;
  while (last - start <= MAX_DIGITS && isDigit(bytes[start - 1])) start -= 1;
  if (start === last || last - start > MAX_DIGITS) return undefined;
  return { value: Number(String.fromCharCode(...bytes.subarray(start, last))), start };
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
