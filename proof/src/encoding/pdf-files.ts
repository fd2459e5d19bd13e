/** The files embedded in a PDF (ISO 32000-2 §7.11.4) as we write it. Pages, pictures and words are not looked at. */

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
  return textAt(bytes, 0, 7) === '%PDF-1.';
}

/**
 * Names and contents of the embedded files. Throws a `ProofError` unless the PDF has the form that we write: somebody
 * who saved it again, or added to it, has made another file of it.
 */
export function readPdfFiles(bytes: Uint8Array): Map<string, Uint8Array> {
  if (!isPdf(bytes)) throw pdfMalformed('it does not begin as a PDF');
  if (bytes.length > MAX_PDF_BYTES) throw pdfMalformed('it is larger than any constancia');
  const pdf = openPdf(bytes);
  const catalog = pdf.dictionary(pdf.root);
  const names = pdf.dictionary(catalog.get('Names') ?? NOTHING);
  const tree = pdf.dictionary(names.get('EmbeddedFiles') ?? NOTHING);
  const pairs = tree.get('Names') ?? [];
  if (tree.has('Kids') || !Array.isArray(pairs)) throw pdfMalformed('its list of files has another form');
  if (pairs.length > 2 * MAX_FILES) throw pdfMalformed('it holds too many files');
  const files = new Map<string, Uint8Array>();
  for (let i = 0; i < pairs.length; i += 2) {
    const name = nameOf(pairs[i]);
    if (files.has(name)) throw pdfMalformed(`it holds ${name} twice`);
    files.set(name, readFile(pdf, name, pairs[i + 1]));
  }
  return files;
}

const NOTHING: PdfDictionary = new Map();

/** An embedded file is listed, and described under the same name. */
function readFile(pdf: OpenPdf, name: string, value: PdfValue | undefined): Uint8Array {
  const specification = pdf.dictionary(value);
  if (nameOf(specification.get('UF')) !== name || nameOf(specification.get('F')) !== name)
    throw pdfMalformed(`${name} is described under another name`);
  const places = pdf.dictionary(specification.get('EF'));
  const place = places.get('F');
  if (!isReference(place)) throw pdfMalformed(`${name} has no content`);
  const { dictionary, content } = pdf.stream(place);
  const unpacked = decompress(dictionary, content);
  const stated = pdf.dictionary(dictionary.get('Params') ?? NOTHING).get('Size');
  if (stated !== undefined && stated !== unpacked.length)
    throw pdfMalformed(`${name} has another size than stated`);
  return unpacked;
}

function decompress(dictionary: PdfDictionary, content: Uint8Array): Uint8Array {
  if (dictionary.has('DecodeParms')) throw pdfMalformed('a file is compressed in another way');
  const filter = dictionary.get('Filter');
  if (filter === undefined) return content;
  if (isName(filter) && filter.name === 'FlateDecode') return inflateZlib(content, MAX_FILE_BYTES);
  throw pdfMalformed('a file is compressed in another way');
}

/** Names of our files are plain ASCII. */
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
};

function openPdf(bytes: Uint8Array): OpenPdf {
  const tableAt = findTable(bytes);
  const { offsets, trailer } = readTable(bytes, tableAt);
  const root = trailer.get('Root');
  if (!isReference(root)) throw pdfMalformed('it has no catalogue');
  // Additions keep the table that was there before, and encryption hides what is listed.
  for (const name of ['Prev', 'XRefStm', 'Encrypt'])
    if (trailer.has(name)) throw pdfMalformed('it was added to, or encrypted');

  const object = ({ number }: PdfReference) => {
    const at = offsets[number];
    const head = `${number} 0 obj\n`;
    if (at === undefined || textAt(bytes, at, head.length) !== head)
      throw pdfMalformed(`object ${number} is not where it should be`);
    return readPdfValue(bytes, at + head.length);
  };
  return {
    root,
    dictionary(value) {
      const found = isReference(value) ? object(value).value : value;
      if (!(found instanceof Map)) throw pdfMalformed('a dictionary is missing');
      return found;
    },
    stream(reference) {
      const { value, end } = object(reference);
      if (!(value instanceof Map)) throw pdfMalformed('a stream has no dictionary');
      return { dictionary: value, content: contentOf(bytes, value, end) };
    },
  };
}

function contentOf(bytes: Uint8Array, dictionary: PdfDictionary, end: number): Uint8Array {
  const length = dictionary.get('Length');
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0 || length > MAX_FILE_BYTES)
    throw pdfMalformed('a stream has no length');
  const [before, after] = ['\nstream\n', '\nendstream'];
  const at = end + before.length;
  if (textAt(bytes, end, before.length) !== before || textAt(bytes, at + length, after.length) !== after)
    throw pdfMalformed('a stream has another length than stated');
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

function readTable(bytes: Uint8Array, at: number): { offsets: number[]; trailer: PdfDictionary } {
  const [head = '', digits] = /^xref\n0 (\d{1,6})\n/.exec(textAt(bytes, at, 20)) ?? [];
  const count = Number(digits ?? 0);
  if (count === 0 || count > MAX_OBJECTS) throw pdfMalformed('its table of objects has another form');
  const start = at + head.length;
  const offsets = Array.from({ length: count }, (_, number) => {
    const line = textAt(bytes, start + number * LINE_BYTES, LINE_BYTES);
    const [, offset, kind] = /^(\d{10}) \d{5} ([nf]) \n$/.exec(line) ?? [];
    if (offset === undefined) throw pdfMalformed('its table of objects has another form');
    return kind === 'n' ? Number(offset) : -1;
  });
  const trailerAt = start + count * LINE_BYTES;
  const word = 'trailer\n';
  if (textAt(bytes, trailerAt, word.length) !== word) throw pdfMalformed('its table has no trailer');
  const { value } = readPdfValue(bytes, trailerAt + word.length);
  if (!(value instanceof Map)) throw pdfMalformed('its table has no trailer');
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
