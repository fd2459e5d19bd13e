/**
 * Finds what was changed in a PDF after the revision that a stamp covers. Validation data may be added (`DSS`, ISO
 * 32000-2 §12.8.4.3), and the document information may be written again. Everything else is reported, even a further
 * signature, because its appearance may hide what is below it.
 */

import { equalBytes } from '../encoding/bytes.ts';
import { nameIn, type PdfPlace } from './cross-reference.ts';
import { danglingNumbers } from './dangling.ts';
import { PdfDocument, type PdfObject } from './pdf-document.ts';
import { asciiAt, type PdfDictionary, type PdfValue } from './pdf-syntax.ts';

/** Says what else was changed; undefined if nothing was. `end` is where the covered revision ends. */
export function changesAfter(pdf: PdfDocument, end: number): string | undefined {
  const { bytes, crossReference } = pdf;
  if (end === bytes.length) return undefined;
  if (crossReference.startsAt < end || !/%%EOF\s*$/.test(asciiAt(bytes, bytes.length - 16, 16)))
    return `${bytes.length - end} bytes follow the stamped revision that are no revision themselves`;
  const stamped = new PdfDocument(bytes.subarray(0, end));
  const root = stamped.catalogue.number;
  if (pdf.catalogue.number !== root) return 'the catalogue was replaced';
  const free = allowedObjects(pdf);
  const freeBefore = allowedObjects(stamped);
  const dangling = danglingNumbers(stamped);
  for (const [number, place] of crossReference.places) {
    const before = stamped.crossReference.places.get(number);
    if (before !== undefined && isSamePlace(before, place)) continue;
    const isAllowed =
      before === undefined
        ? !dangling.has(number) && (free.has(number) || isTable(pdf, number))
        : number === free.facts || (free.has(number) && freeBefore.has(number));
    if (number !== root && !isAllowed)
      return `object ${number} was ${before === undefined ? 'added' : 'changed'}`;
  }
  for (const number of stamped.crossReference.places.keys())
    if (!crossReference.places.has(number)) return `object ${number} was removed`;
  return changedEntry(stamped.catalogue, pdf.catalogue);
}

function isSamePlace(a: PdfPlace, b: PdfPlace): boolean {
  return a.kind === 'offset'
    ? b.kind === 'offset' && a.offset === b.offset
    : b.kind === 'packed' && a.stream === b.stream && a.index === b.index;
}

/** Whether the object is a stream of tables or objects, which is not visible itself. */
function isTable(pdf: PdfDocument, number: number): boolean {
  const object = pdf.object(number);
  if (object?.value.kind !== 'dictionary') return false;
  const type = nameIn(object.value, 'Type');
  return type === 'XRef' || type === 'ObjStm';
}

const ADDED = ['DSS', 'Extensions'];
const MAX_ADDED = 2_000;

/** The numbers of the objects that make up the validation data, and of the document information. */
function allowedObjects(pdf: PdfDocument): ReadonlySet<number> & { facts?: number } {
  const found: Set<number> & { facts?: number } = new Set<number>();
  const pending = ADDED.flatMap((key) => pdf.catalogue.value.entries.get(key)?.value ?? []);
  while (pending.length > 0 && found.size < MAX_ADDED) {
    const value = pending.pop();
    if (value?.kind === 'reference' && !found.has(value.number)) {
      const inside = pdf.object(value.number)?.value;
      // Pages, annotations and pictures have a type or subtype; validation data has neither.
      if (inside === undefined || (inside.kind === 'dictionary' && isShown(inside))) continue;
      found.add(value.number);
      pending.push(inside);
    }
    if (value !== undefined) pending.push(...insideOf(value));
  }
  const facts = pdf.crossReference.trailer.entries.get('Info')?.value;
  if (facts?.kind === 'reference') found.facts = facts.number;
  return found;
}

function isShown(dictionary: PdfDictionary): boolean {
  const type = nameIn(dictionary, 'Type');
  return dictionary.entries.has('Subtype') || (type !== undefined && !['DSS', 'VRI'].includes(type));
}

function insideOf(value: PdfValue): readonly PdfValue[] {
  if (value.kind === 'array') return value.items;
  return value.kind === 'dictionary' ? [...value.entries.values()].map((entry) => entry.value) : [];
}

type Catalogue = PdfObject & { value: PdfDictionary };

function changedEntry(before: Catalogue, now: Catalogue): string | undefined {
  for (const key of new Set([...before.value.entries.keys(), ...now.value.entries.keys()])) {
    const [a, b] = [rawEntry(before, key), rawEntry(now, key)];
    const isSame = a !== undefined && b !== undefined && equalBytes(a, b);
    if (!isSame && !ADDED.includes(key)) return `the entry ${key} of the catalogue was changed`;
  }
  return undefined;
}

function rawEntry({ value, source }: Catalogue, key: string): Uint8Array | undefined {
  const entry = value.entries.get(key)?.value;
  return entry && source.subarray(entry.start, entry.end);
}
