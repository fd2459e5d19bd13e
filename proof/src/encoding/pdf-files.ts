/**
 * Reads the files embedded in a PDF (ISO 32000-2 §7.11.4) that this program wrote. Pages, pictures and text are not
 * read.
 */

import { equalBytes } from './bytes.ts';
import { inflateZlib } from './inflate.ts';
import {
  type PdfDictionary,
  type PdfName,
  type PdfReference,
  type PdfValue,
  pdfMalformed,
  readPdfValue,
} from './pdf-objects.ts';

const MAX_PDF_BYTES = 16 << 20;
const MAX_OBJECTS = 20_000;
const MAX_FILES = 32;
const MAX_FILE_BYTES = 1 << 20;

/** Whether the bytes begin as a PDF does. */
export function isPdf(bytes: Uint8Array): boolean {
  return textAt(bytes, 0, 5) === '%PDF-';
}

/**
 * Names and contents of the embedded files. Throws a `ProofError` unless the PDF has exactly the form that this program
 * writes. A PDF that another program saved again or added to is therefore refused.
 */
export function readPdfFiles(bytes: Uint8Array): Map<string, Uint8Array> {
  if (!isPdf(bytes)) throw pdfMalformed('it does not begin as a PDF');
  if (bytes.length > MAX_PDF_BYTES) throw pdfMalformed('it is larger than any constancia');
  const pdf = openPdf(bytes);
  const catalog = pdf.dictionary(pdf.root);
  const names = pdf.dictionary(catalog.get('Names') ?? NOTHING);
  const tree = pdf.dictionary(names.get('EmbeddedFiles') ?? NOTHING);
  const pairs = tree.get('Names') ?? [];
  if (!hasOnly(tree, ['Names']) || !Array.isArray(pairs) || pairs.length % 2 !== 0)
    throw pdfMalformed('its list of files has another form');
  if (pairs.length > 2 * MAX_FILES) throw pdfMalformed('it holds too many files');
  const files = new Map<string, Uint8Array>();
  for (let i = 0; i < pairs.length; i += 2) {
    const name = nameOf(pairs[i]);
    if (files.has(name)) throw pdfMalformed(`it holds ${name} twice`);
    files.set(name, readFile(pdf, name, pairs[i + 1]));
  }
  // Other readers also show files attached to a page, an annotation or the catalogue.
  if (pdf.countFiles() !== files.size) throw pdfMalformed('it holds a file that its list does not name');
  return files;
}

const NOTHING: PdfDictionary = new Map();

/**
 * Reads one embedded file: its entry in the list and its own description must give the same name. A name or a content
 * in any other place is refused.
 */
function readFile(pdf: OpenPdf, name: string, value: PdfValue | undefined): Uint8Array {
  const specification = pdf.dictionary(value);
  if (nameOf(specification.get('UF')) !== name || nameOf(specification.get('F')) !== name)
    throw pdfMalformed(`${name} is described under another name`);
  const places = pdf.dictionary(specification.get('EF'));
  const [place, other] = [places.get('F'), places.get('UF')];
  const isKnown =
    hasOnly(specification, ['Type', 'AFRelationship', 'F', 'UF', 'Desc', 'EF']) &&
    hasOnly(places, ['F', 'UF']);
  if (!isKnown || !isReference(place) || !isReference(other) || place.number !== other.number)
    throw pdfMalformed(`${name} has no content, or two`);
  const { dictionary, content } = pdf.stream(place);
  if (
    !hasOnly(dictionary, ['Type', 'Subtype', 'Params', 'Length', 'Filter']) ||
    content.length > MAX_FILE_BYTES
  )
    throw pdfMalformed(`${name} is kept in another way`);
  const unpacked = decompress(dictionary, content);
  const stated = pdf.dictionary(dictionary.get('Params') ?? NOTHING).get('Size');
  if (stated !== undefined && stated !== unpacked.length)
    throw pdfMalformed(`${name} has another size than stated`);
  return unpacked;
}

function hasOnly(dictionary: PdfDictionary, known: readonly string[]): boolean {
  return [...dictionary.keys()].every((key) => known.includes(key));
}

function decompress(dictionary: PdfDictionary, content: Uint8Array): Uint8Array {
  const filter = dictionary.get('Filter');
  if (filter === undefined) return content;
  if (isName(filter) && filter.name === 'FlateDecode') return inflateZlib(content, MAX_FILE_BYTES);
  throw pdfMalformed('a file is compressed in another way');
}

/** The names that this program gives to embedded files are plain ASCII. */
function nameOf(value: PdfValue | undefined): string {
  const text = value instanceof Uint8Array ? String.fromCharCode(...value.subarray(0, 100)) : '';
  if (!/^[\w.-]{1,99}$/.test(text)) throw pdfMalformed('a file has no name, or a strange one');
  return text;
}

// ── The table of objects (§7.5.4) ────────────────────────────────────────────

type OpenPdf = {
  root: PdfReference;
  /** Follows a reference. */
  dictionary(value: PdfValue | undefined): PdfDictionary;
  stream(reference: PdfReference): { dictionary: PdfDictionary; content: Uint8Array };
  /** How many values in the whole PDF describe an embedded file. */
  countFiles(): number;
};

type PlacedObject = { value: PdfValue; content: Uint8Array | undefined; end: number };

function openPdf(bytes: Uint8Array): OpenPdf {
  const tableAt = findTable(bytes);
  const { offsets, trailer } = readTable(bytes, tableAt);
  const root = trailer.get('Root');
  if (!isReference(root)) throw pdfMalformed('it has no catalogue');
  // A PDF with an added update refers to its previous table, and encryption hides which files are listed; both are
  // refused.
  for (const name of ['Prev', 'XRefStm', 'Encrypt'])
    if (trailer.has(name)) throw pdfMalformed('it was added to, or encrypted');
  const objects = readObjects(bytes, offsets, tableAt);
  const object = ({ number }: PdfReference): PlacedObject => {
    const found = objects.get(number);
    if (found === undefined) throw pdfMalformed(`object ${number} is not where it should be`);
    return found;
  };
  return {
    root,
    dictionary(value) {
      const found = isReference(value) ? object(value).value : value;
      if (!(found instanceof Map)) throw pdfMalformed('a dictionary is missing');
      return found;
    },
    stream(reference) {
      const { value, content } = object(reference);
      if (!(value instanceof Map) || content === undefined) throw pdfMalformed('a file has no content');
      return { dictionary: value, content };
    },
    countFiles: () => [...objects.values()].reduce((sum, { value }) => sum + filesIn(value), 0),
  };
}

function filesIn(value: PdfValue): number {
  const inside = value instanceof Map ? [...value.values()] : Array.isArray(value) ? value : [];
  const own = value instanceof Map && value.has('EF') ? 1 : 0;
  return inside.reduce((sum: number, part: PdfValue) => sum + filesIn(part), own);
}

/**
 * All objects by number. The listed objects must fill the file from its head to the table, so that a reader that
 * repairs a file by searching it for objects finds no others.
 */
function readObjects(
  bytes: Uint8Array,
  offsets: readonly number[],
  tableAt: number,
): ReadonlyMap<number, PlacedObject> {
  const placed = offsets.map((at, number) => ({ at, number })).slice(1);
  const objects = new Map<number, PlacedObject>();
  const [head] = /^%PDF-1\.\d\n%[\x80-\xff]{4}\n/.exec(textAt(bytes, 0, 20)) ?? [];
  let next = head?.length ?? -1;
  for (const { at, number } of placed.sort((a, b) => a.at - b.at)) {
    const start = `${number} 0 obj\n`;
    if (at !== next || textAt(bytes, at, start.length) !== start)
      throw pdfMalformed(`object ${number} is not where it should be`);
    const object = readObject(bytes, at + start.length);
    objects.set(number, object);
    next = object.end;
  }
  if (next !== tableAt) throw pdfMalformed('it holds more than its table lists');
  return objects;
}

function readObject(bytes: Uint8Array, at: number): PlacedObject {
  const { value, end } = readPdfValue(bytes, at);
  const isStream = value instanceof Map && textAt(bytes, end, STREAM.length) === STREAM;
  const content = isStream ? contentOf(bytes, value, end + STREAM.length) : undefined;
  const rest = content === undefined ? '\nendobj\n' : '\nendstream\nendobj\n';
  const after = content === undefined ? end : end + STREAM.length + content.length;
  if (textAt(bytes, after, rest.length) !== rest) throw pdfMalformed('an object does not end as it should');
  return { value, content, end: after + rest.length };
}

const STREAM = '\nstream\n';

function contentOf(bytes: Uint8Array, dictionary: PdfDictionary, at: number): Uint8Array {
  const length = dictionary.get('Length');
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0 || at + length > bytes.length)
    throw pdfMalformed('a stream has no length');
  return bytes.subarray(at, at + length);
}

/** The end of the file says where the table is; nothing may follow. */
function findTable(bytes: Uint8Array): number {
  const end = textAt(bytes, Math.max(0, bytes.length - 40), 40);
  const [, at] = /startxref\n(\d{1,9})\n%%EOF\n?$/.exec(end) ?? [];
  if (at === undefined) throw pdfMalformed('it does not end as it should');
  return Number(at);
}

const LINE_BYTES = 20;
const USED_LINE = /^(\d{10}) 00000 n \n$/;
/** Object 0 is always free. */
const FREE_LINE = /^(0{10}) 65535 f \n$/;

function readTable(bytes: Uint8Array, at: number): { offsets: number[]; trailer: PdfDictionary } {
  const [head = '', digits] = /^xref\n0 (\d{1,6})\n/.exec(textAt(bytes, at, 20)) ?? [];
  const count = Number(digits ?? 0);
  if (count === 0 || count > MAX_OBJECTS) throw pdfMalformed('its table of objects has another form');
  const start = at + head.length;
  const offsets = Array.from({ length: count }, (_, number) => {
    const line = textAt(bytes, start + number * LINE_BYTES, LINE_BYTES);
    const [, offset] = (number === 0 ? FREE_LINE : USED_LINE).exec(line) ?? [];
    if (offset === undefined) throw pdfMalformed('its table of objects has another form');
    return Number(offset);
  });
  const trailerAt = start + count * LINE_BYTES;
  const word = 'trailer\n';
  if (textAt(bytes, trailerAt, word.length) !== word) throw pdfMalformed('its table has no trailer');
  const { value, end } = readPdfValue(bytes, trailerAt + word.length);
  if (!(value instanceof Map) || !/^\nstartxref\n\d{1,9}\n%%EOF\n?$/.test(textAt(bytes, end, 41)))
    throw pdfMalformed('its table has no trailer');
  return { offsets, trailer: value };
}

function isReference(value: PdfValue | undefined): value is PdfReference {
  return isObject(value) && value.kind === 'reference';
}

function isName(value: PdfValue | undefined): value is PdfName {
  return isObject(value) && value.kind === 'name';
}

function isObject(value: PdfValue | undefined): value is PdfName | PdfReference {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** Whether `wanted` occurs anywhere, as plain bytes. */
export function holdsText(bytes: Uint8Array, wanted: string): boolean {
  const pattern = Uint8Array.from(wanted, (letter) => letter.charCodeAt(0));
  for (let at = bytes.indexOf(pattern[0] ?? 0); at >= 0; at = bytes.indexOf(pattern[0] ?? 0, at + 1)) {
    if (equalBytes(bytes.subarray(at, at + pattern.length), pattern)) return true;
  }
  return false;
}
