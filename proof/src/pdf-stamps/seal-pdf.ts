/**
 * Puts a document time stamp into a PDF (ISO 32000-2 §12.8.5), as two revisions. The first holds the stamp over
 * everything before it. The second holds the certificates and revocation answers with which the stamp is checked
 * (`DSS`, §12.8.4.3).
 *
 * We wrote this because the available packages do less: `@signpdf` knows neither streams of objects nor tables in
 * streams, and pdf-lib rewrites all objects of a file in its own spelling.
 */

import { concatBytes, encodeHex } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { appendRevision, latin } from './append-revision.ts';
import { nameIn, numberIn } from './cross-reference.ts';
import { PdfDocument, type PdfObject } from './pdf-document.ts';
import { certifiedPermission, readSignatures } from './pdf-signatures.ts';
import { type PdfDictionary, type PdfValue, unreadable } from './pdf-syntax.ts';
import { ChangedObjects, withEntries } from './rewrite-objects.ts';

/** A revision that still lacks its stamp. */
export type UnstampedPdf = {
  /** The bytes to append to the file, with zeros in place of the token. */
  revision: Uint8Array;
  /**
   * The range in `revision` for the token, from `<` to after `>`. All other bytes, and the file itself, are stamped.
   */
  gap: { start: number; end: number };
};

export type ValidationData = {
  /** Certificates, revocation lists and OCSP responses in DER. */
  certificates: readonly Uint8Array[];
  crls: readonly Uint8Array[];
  ocsps: readonly Uint8Array[];
};

const MIN_TOKEN_BYTES = 16 << 10;
/** Adobe reads offsets of up to ten digits, and the table in a stream has four bytes for them. */
const MAX_SEALED_BYTES = 1 << 30;

/**
 * Makes the revision for a stamp whose token has at most `tokenBytes`. Throws a `ProofError` for a file that cannot be
 * sealed: one that is encrypted, damaged, or certified so that no change is allowed (§12.8.2.2).
 */
export function prepareStamp(bytes: Uint8Array, tokenBytes: number, id: Uint8Array): UnstampedPdf {
  if (bytes.length > MAX_SEALED_BYTES) throw unreadable('it is too large');
  const pdf = new PdfDocument(bytes);
  const { names, signatures, isLocked } = readSignatures(pdf);
  if (isLocked || certifiedPermission(pdf) === 1 || signatures.some(({ allows }) => allows === 1))
    throw new ProofError('pdf_locked', 'this PDF has a signature that allows no further change');
  const changes = new ChangedObjects(pdf);
  const [signature, field] = [changes.take(), changes.take()];
  const room = Math.max(MIN_TOKEN_BYTES, tokenBytes);
  changes.add(signature, latin(`${SIGNATURE_HEAD}${RANGE_ROOM}${CONTENTS}<${'0'.repeat(2 * room)}>\n>>`));
  const page = addField(pdf, changes, field);
  changes.add(field, latin(fieldText(freeName(names), signature, page)));
  const { bytes: revision, bodies } = appendRevision(pdf, changes.all, id);
  const body = (bodies.get(signature) ?? 0) - bytes.length;
  const start = body + (SIGNATURE_HEAD + RANGE_ROOM + CONTENTS).length;
  const gap = { start, end: start + 2 * room + 2 };
  const total = bytes.length + revision.length;
  const range = `[0 ${bytes.length + gap.start} ${bytes.length + gap.end} ${total - bytes.length - gap.end}]`;
  revision.set(latin(range.padEnd(RANGE_ROOM.length)), body + SIGNATURE_HEAD.length);
  return { revision, gap };
}

const SIGNATURE_HEAD = '<< /Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161\n/ByteRange ';
const RANGE_ROOM = ' '.repeat(48);
const CONTENTS = '\n/Contents ';

/** An invisible field: without a size, printable, and locked against edits of the form. */
function fieldText(name: string, signature: number, page: PdfObject): string {
  return `<< /Type /Annot /Subtype /Widget /FT /Sig /T (${name}) /V ${signature} 0 R /F 132 /Rect [0 0 0 0] /P ${page.number} ${page.generation} R >>`;
}

function freeName(names: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = `SelloDeTiempo${number}`;
    if (!names.has(name)) return name;
  }
}

/** Adds the field to the form and to the first page, and returns that page. */
function addField(pdf: PdfDocument, changes: ChangedObjects, field: number): PdfObject {
  const { catalogue } = pdf;
  const changedCatalogue: Record<string, Uint8Array> = {};
  const formValue = catalogue.value.entries.get('AcroForm')?.value;
  const form = dictionaryObject(pdf, formValue, catalogue.source, 'form');
  if (form === undefined) {
    changedCatalogue.AcroForm = latin(`<< /Fields [${field} 0 R] /SigFlags 3 >>`);
  } else {
    const flags = 3 | (numberIn(form.value, 'SigFlags') ?? 0);
    const entries = { ...changes.appended(form, 'Fields', `${field} 0 R`), SigFlags: latin(`${flags}`) };
    const body = withEntries(form, entries);
    if (form.object === undefined) changedCatalogue.AcroForm = body;
    else changes.add(form.object.number, body, form.object.generation);
  }
  const page = firstPage(pdf);
  const annotations = changes.appended(page, 'Annots', `${field} 0 R`);
  if (annotations.Annots !== undefined)
    changes.add(page.number, withEntries(page, annotations), page.generation);
  if (Object.keys(changedCatalogue).length > 0)
    changes.add(catalogue.number, withEntries(catalogue, changedCatalogue), catalogue.generation);
  return page;
}

type DictionaryPlace = {
  value: PdfDictionary;
  source: Uint8Array;
  /** Undefined if the dictionary is written directly inside the dictionary that names it. */
  object: PdfObject | undefined;
};

function dictionaryObject(
  pdf: PdfDocument,
  value: PdfValue | undefined,
  source: Uint8Array,
  what: string,
): DictionaryPlace | undefined {
  const found = pdf.dictionary(value, what);
  if (found === undefined) return undefined;
  if (value?.kind !== 'reference') return { value: found, source, object: undefined };
  const object = pdf.object(value.number);
  if (object?.value.kind !== 'dictionary') throw unreadable(`its ${what} is referred to in a roundabout way`);
  return { value: object.value, source: object.source, object };
}

const MAX_PAGE_NODES = 2_000;

/** The first page of the page tree (§7.7.3). */
function firstPage(pdf: PdfDocument): PdfObject & { value: PdfDictionary } {
  const root = pdf.catalogue.value.entries.get('Pages')?.value;
  const pending: PdfValue[] = root === undefined ? [] : [root];
  const visited = new Set<number>();
  while (pending.length > 0 && visited.size < MAX_PAGE_NODES) {
    const next = pending.pop();
    if (next?.kind !== 'reference' || visited.has(next.number)) continue;
    visited.add(next.number);
    const object = pdf.object(next.number);
    if (object?.value.kind !== 'dictionary') continue;
    const kids = pdf.array(object.value.entries.get('Kids')?.value, 'list of pages')?.items;
    if (kids === undefined && nameIn(object.value, 'Type') === 'Page')
      return { ...object, value: object.value };
    // A file may list any number of pages; no more than the limit are looked at.
    pending.push(...(kids ?? []).slice(0, MAX_PAGE_NODES).reverse());
  }
  throw unreadable('it has no page');
}

/** Returns the revision with its token, a `TimeStampToken` in DER without the response around it. */
export function fillStamp({ revision, gap }: UnstampedPdf, token: Uint8Array): Uint8Array {
  const room = gap.end - gap.start - 2;
  if (2 * token.length > room) throw new ProofError('invalid_argument', 'the token is larger than its room');
  const filled = revision.slice();
  filled.set(latin(encodeHex(token)), gap.start + 1);
  return filled;
}

/** The revision that adds the data with which the stamps of the file are checked. `bytes` is the whole stamped file. */
export function appendValidationData(bytes: Uint8Array, data: ValidationData, id: Uint8Array): Uint8Array {
  const pdf = new PdfDocument(bytes);
  const { catalogue } = pdf;
  const changes = new ChangedObjects(pdf);
  const store = dictionaryObject(pdf, catalogue.value.entries.get('DSS')?.value, catalogue.source, 'DSS');
  const holder = store ?? EMPTY;
  let entries: Record<string, Uint8Array> = {};
  for (const [key, contents] of [
    ['Certs', data.certificates],
    ['CRLs', data.crls],
    ['OCSPs', data.ocsps],
  ] as const) {
    if (contents.length === 0) continue;
    const references = contents.map((content) => `${addStream(changes, content)} 0 R`).join(' ');
    entries = { ...entries, ...changes.appended(holder, key, references) };
  }
  const body = withEntries(holder, entries);
  const changed: Record<string, Uint8Array> = extensions(catalogue.value);
  if (store?.object === undefined) changed.DSS = body;
  else changes.add(store.object.number, body, store.object.generation);
  changes.add(catalogue.number, withEntries(catalogue, changed), catalogue.generation);
  return appendRevision(pdf, changes.all, id).bytes;
}

const EMPTY_SOURCE = latin('<<>>');
const EMPTY: DictionaryPlace = {
  value: { kind: 'dictionary', entries: new Map(), start: 0, end: EMPTY_SOURCE.length },
  source: EMPTY_SOURCE,
  object: undefined,
};

function addStream(changes: ChangedObjects, content: Uint8Array): number {
  const number = changes.take();
  changes.add(
    number,
    concatBytes(latin(`<< /Length ${content.length} >>\nstream\n`), content, latin('\nendstream')),
  );
  return number;
}

/** A file older than PDF 2.0 must declare that it uses document time stamps and DSS (ETSI EN 319 142-1 §5.6). */
function extensions({ entries }: PdfDictionary): Record<string, Uint8Array> {
  if (entries.has('Extensions')) return {};
  return { Extensions: latin('<< /ESIC << /BaseVersion /1.7 /ExtensionLevel 5 >> >>') };
}
