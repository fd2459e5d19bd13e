/** Finds the signature fields of a PDF and their contents (ISO 32000-2 §12.7.5.5, §12.8.1). */

import { nameIn } from './cross-reference.ts';
import type { PdfDocument } from './pdf-document.ts';
import { type PdfDictionary, type PdfValue, unreadable } from './pdf-syntax.ts';

export type PdfSignature = {
  /** The name of the field, as far as it is plain text. */
  field: string;
  type: string | undefined;
  subFilter: string | undefined;
  /** Undefined unless it consists of four numbers. */
  byteRange: readonly [number, number, number, number] | undefined;
  /** Undefined unless it is a hexadecimal string. */
  contents: Uint8Array | undefined;
  /** What a certifying signature still allows: 1 nothing, 2 forms and signatures, 3 annotations too. */
  allows: number | undefined;
};

const MAX_FIELDS = 20_000;

type SignatureFields = {
  signatures: PdfSignature[];
  /** The names of the top-level fields. */
  names: ReadonlySet<string>;
  /** Whether a signed field forbids every change (its `Lock` with `P` 1). */
  isLocked: boolean;
};

export function readSignatures(pdf: PdfDocument): SignatureFields {
  const form = pdf.dictionary(pdf.catalogue.value.entries.get('AcroForm')?.value, 'form');
  const outermost = pdf.array(form?.entries.get('Fields')?.value, 'list of fields')?.items ?? [];
  const names = new Set<string>();
  const found: SignatureFields = { signatures: [], names, isLocked: false };
  for (const { field, name, isOutermost } of walkFields(pdf, outermost)) {
    if (isOutermost) names.add(name);
    const value = pdf.dictionary(field.entries.get('V')?.value, 'signature');
    if (value === undefined) continue;
    found.signatures.push(readSignature(pdf, name, value));
    const lock = pdf.dictionary(field.entries.get('Lock')?.value, 'lock of a field');
    found.isLocked ||= numberOf(pdf, lock?.entries.get('P')?.value) === 1;
  }
  return found;
}

type Field = { field: PdfDictionary; name: string; isOutermost: boolean };
type Pending = { value: PdfValue; prefix: string; type: string | undefined };

/** All signature fields, and all top-level fields of any kind. Each object is visited once. */
function walkFields(pdf: PdfDocument, outermost: readonly PdfValue[]): Field[] {
  const visited = new Set<number>();
  const pending: Pending[] = outermost.map((value) => ({ value, prefix: '', type: undefined })).reverse();
  const found: Field[] = [];
  for (let count = 0; ; count += 1) {
    const next = pending.pop();
    if (next === undefined) return found;
    if (count > MAX_FIELDS) throw unreadable('its form has too many fields');
    const { value, prefix, type: inherited } = next;
    if (value.kind === 'reference') {
      if (visited.has(value.number)) continue;
      visited.add(value.number);
    }
    const field = pdf.resolve(value);
    if (field?.kind !== 'dictionary') continue;
    const own = pdf.resolve(field.entries.get('T')?.value);
    const partial = own?.kind === 'string' ? String.fromCharCode(...own.bytes.subarray(0, 200)) : '';
    const name = prefix === '' ? partial : `${prefix}.${partial}`;
    const type = pdf.resolve(field.entries.get('FT')?.value);
    const kind = type?.kind === 'name' ? type.name : inherited;
    const isOutermost = prefix === '' && inherited === undefined;
    if (kind === 'Sig' || isOutermost)
      found.push({ field: kind === 'Sig' ? field : withoutValue(field), name, isOutermost });
    for (const kid of pdf.array(field.entries.get('Kids')?.value, 'list of fields')?.items ?? [])
      pending.push({ value: kid, prefix: name, type: kind ?? '' });
  }
}

function withoutValue(field: PdfDictionary): PdfDictionary {
  return { ...field, entries: new Map([...field.entries].filter(([key]) => key !== 'V')) };
}

function readSignature(pdf: PdfDocument, field: string, value: PdfDictionary): PdfSignature {
  const contents = pdf.resolve(value.entries.get('Contents')?.value);
  const subFilter = pdf.resolve(value.entries.get('SubFilter')?.value);
  return {
    field,
    type: nameIn(value, 'Type'),
    subFilter: subFilter?.kind === 'name' ? subFilter.name : undefined,
    byteRange: readByteRange(pdf, value),
    contents: contents?.kind === 'string' && contents.isHex ? contents.bytes : undefined,
    allows: readPermission(pdf, value),
  };
}

function readByteRange(pdf: PdfDocument, value: PdfDictionary): PdfSignature['byteRange'] {
  const items = pdf.array(value.entries.get('ByteRange')?.value, 'list of signed bytes')?.items ?? [];
  const numbers = items.slice(0, 5).map((item) => numberOf(pdf, item));
  const [a, b, c, d] = numbers;
  if (numbers.length !== 4 || a === undefined || b === undefined || c === undefined || d === undefined)
    return undefined;
  return [a, b, c, d];
}

/** The permissions of a certifying signature, whose transform method is DocMDP (§12.8.2.2). */
function readPermission(pdf: PdfDocument, value: PdfDictionary): number | undefined {
  for (const item of pdf.array(value.entries.get('Reference')?.value, 'list of references')?.items ?? []) {
    const reference = pdf.dictionary(item, 'reference of a signature');
    if (reference === undefined || nameIn(reference, 'TransformMethod') !== 'DocMDP') continue;
    const parameters = pdf.dictionary(reference.entries.get('TransformParams')?.value, 'parameters');
    return numberOf(pdf, parameters?.entries.get('P')?.value) ?? 2;
  }
  return undefined;
}

function numberOf(pdf: PdfDocument, value: PdfValue | undefined): number | undefined {
  const found = pdf.resolve(value);
  return found?.kind === 'number' && Number.isSafeInteger(found.value) ? found.value : undefined;
}

/** What the certifying signature named in the catalogue allows; undefined if there is none. */
export function certifiedPermission(pdf: PdfDocument): number | undefined {
  const permissions = pdf.dictionary(pdf.catalogue.value.entries.get('Perms')?.value, 'permissions');
  const signature = pdf.dictionary(permissions?.entries.get('DocMDP')?.value, 'signature');
  return signature && (readPermission(pdf, signature) ?? 2);
}
