/** Finds which bytes the signatures and document time stamps of a PDF cover. It does not judge their tokens. */

import { concatBytes, equalBytes } from '../encoding/bytes.ts';
import { peekElement } from '../encoding/der.ts';
import { ProofError } from '../proof-error.ts';
import { changesAfter } from './changes-after.ts';
import { PdfDocument } from './pdf-document.ts';
import { type PdfSignature, readSignatures } from './pdf-signatures.ts';
import { asciiAt, readPlacedValue } from './pdf-syntax.ts';
import { readValidationData } from './read-validation-data.ts';
import type { ValidationData } from './seal-pdf.ts';

export type CoveredRange = {
  field: string;
  isStamp: boolean;
  subFilter: string | undefined;
  /** Where the covered revision ends; 0 if that cannot be determined. */
  end: number;
  /** A copy of the covered bytes, made on demand; empty if there is a problem. */
  covered: () => Uint8Array;
  /** The token or signed message without the zeros after it; empty if there is a problem. */
  message: Uint8Array;
  /** Why the signature cannot cover a revision of the file. */
  problem: string | undefined;
};

export type InspectedPdf = {
  /** Sorted by the revisions that they cover. */
  ranges: readonly CoveredRange[];
  /** What was changed after the last stamp, other than validation data; undefined if nothing was. */
  changedAfter: string | undefined;
  /** The validation data in the file, with which its stamps can be checked (`DSS`). */
  validation: ValidationData;
};

/** More signatures than any real document has. Each one costs a hash over its whole revision. */
const MAX_SIGNATURES = 32;

/** Throws a `ProofError` for a file that cannot be read without repairing it. */
export function inspectPdf(bytes: Uint8Array): InspectedPdf {
  const pdf = new PdfDocument(bytes);
  const { signatures } = readSignatures(pdf);
  if (signatures.length > MAX_SIGNATURES)
    throw new ProofError('pdf_malformed', 'this PDF cannot be read: it has too many signatures');
  const ranges = signatures.map((signature) => cover(bytes, signature)).sort((a, b) => a.end - b.end);
  const last = ranges.findLast(({ isStamp, problem }) => isStamp && problem === undefined);
  return {
    ranges,
    changedAfter: last && changesAfter(pdf, last.end),
    validation: readValidationData(pdf),
  };
}

function cover(bytes: Uint8Array, signature: PdfSignature): CoveredRange {
  const { field, type, subFilter, byteRange } = signature;
  const isStamp = type === 'DocTimeStamp' || subFilter === 'ETSI.RFC3161';
  const problem = problemOf(bytes, signature);
  const [, first = 0, second = 0, rest = 0] = byteRange ?? [];
  const known = { field, isStamp, subFilter, end: byteRange === undefined ? 0 : second + rest };
  const none = { covered: () => new Uint8Array(0), message: new Uint8Array(0) };
  if (problem !== undefined) return { ...known, ...none, problem };
  const message = withoutZeros(signature.contents ?? new Uint8Array(0));
  if (message === undefined)
    return { ...known, ...none, problem: 'its contents are no token and nothing else' };
  const covered = () => concatBytes(bytes.subarray(0, first), bytes.subarray(second, second + rest));
  return { ...known, covered, message, problem };
}

/** ISO 32000-2 §12.8.1: a signature must cover exactly everything in a revision except the digits of the token. */
function problemOf(
  bytes: Uint8Array,
  { type, subFilter, byteRange, contents }: PdfSignature,
): string | undefined {
  if ((type === 'DocTimeStamp') !== (subFilter === 'ETSI.RFC3161'))
    return `its kinds contradict each other: ${type ?? 'none'} and ${subFilter ?? 'none'}`;
  if (byteRange === undefined) return 'the list of covered bytes is not four numbers';
  const [start, first, second, rest] = byteRange;
  const end = second + rest;
  if (start !== 0 || first <= 0 || second <= first || rest < 0 || end > bytes.length)
    return `the list of covered bytes (${byteRange.join(' ')}) does not fit a file of ${bytes.length} bytes`;
  if (contents === undefined || !isGap(bytes, first, second, contents))
    return 'the list of covered bytes leaves out more than the token, or something else';
  if (!/%%EOF[\r\n ]*$/.test(asciiAt(bytes, Math.max(second, end - 16), end - Math.max(second, end - 16))))
    return 'the covered bytes do not end where a revision of the file ends';
  return undefined;
}

function isGap(bytes: Uint8Array, start: number, end: number, contents: Uint8Array): boolean {
  if (bytes[start] !== 0x3c || bytes[start + 1] === 0x3c || 2 * contents.length !== end - start - 2)
    return false;
  const value = readPlacedValue(bytes, start);
  return value.kind === 'string' && value.end === end && equalBytes(value.bytes, contents);
}

function withoutZeros(contents: Uint8Array): Uint8Array | undefined {
  try {
    // A message of indefinite length has no stated end; its reader finds the end.
    if (contents[0] === 0x30 && contents[1] === 0x80) return contents;
    const { end } = peekElement(contents, 0, contents.length);
    return contents.subarray(end).every((byte) => byte === 0) ? contents.subarray(0, end) : undefined;
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}
