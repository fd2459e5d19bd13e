/**
 * Finds the objects of a PDF (ISO 32000-2 §7.5.4, §7.5.8): in tables, in streams, or in both, with any number of
 * updates. A section is read once and cannot add more entries than it has bytes. So neither a loop nor a huge count
 * costs more than `Work` allows.
 */

import { ProofError } from '../proof-error.ts';
import { decodeStream, type Work } from './pdf-streams.ts';
import {
  asciiAt,
  isWhite,
  type PdfDictionary,
  type PdfValue,
  readPlacedValue,
  skipWhite,
  unreadable,
} from './pdf-syntax.ts';

/** Where an object is: at an offset in the file, or in a stream of objects. */
export type PdfPlace =
  | { kind: 'offset'; offset: number; generation: number }
  | { kind: 'packed'; stream: number; index: number };

export type CrossReference = {
  places: ReadonlyMap<number, PdfPlace>;
  /** The dictionary of the newest section. */
  trailer: PdfDictionary;
  /** The bytes from which `trailer` was read. */
  source: Uint8Array;
  /** The offset and form of the newest section. */
  startsAt: number;
  form: 'table' | 'stream';
  /** The largest object number plus one, or the size that the file states if that is larger. */
  size: number;
};

const MAX_SECTIONS = 4_096;
/** ISO 32000-2 annex C. */
const MAX_NUMBER = 8_388_607;
const MAX_ENTRIES = 1_000_000;
/** ISO 32000-2 tells readers to search the last 1024 bytes. Programs that append junk need some more. */
const TAIL_BYTES = 2_048;

type Section = { entries: Entries; trailer: PdfDictionary; form: 'table' | 'stream' };
/** Undefined for a free object. */
type Entries = Map<number, PdfPlace | undefined>;

export function readCrossReference(bytes: Uint8Array, work: Work): CrossReference {
  const startsAt = findStart(bytes);
  const merged: Entries = new Map();
  const seen = new Set<number>();
  let newest: Section | undefined;
  let size = 0;
  for (let at: number | undefined = startsAt; at !== undefined; ) {
    assertNew(seen, at);
    const section = readSection(bytes, at, work);
    newest ??= section;
    if (section.trailer.entries.has('Encrypt'))
      throw new ProofError('pdf_encrypted', 'this PDF is encrypted');
    mergeHybrid(bytes, section, seen, work);
    for (const [number, place] of section.entries) if (!merged.has(number)) merged.set(number, place);
    if (merged.size > MAX_ENTRIES) throw unreadable('it has too many objects');
    size = Math.max(size, numberIn(section.trailer, 'Size') ?? 0);
    at = numberIn(section.trailer, 'Prev');
  }
  if (newest === undefined) throw unreadable('it has no table of objects');
  for (const number of merged.keys()) size = Math.max(size, number + 1);
  const places = new Map<number, PdfPlace>();
  for (const [number, place] of merged) if (place !== undefined) places.set(number, place);
  return { places, trailer: newest.trailer, source: bytes, startsAt, form: newest.form, size };
}

function assertNew(seen: Set<number>, at: number): void {
  if (seen.has(at)) throw unreadable('its tables of objects refer to each other in a circle');
  seen.add(at);
  if (seen.size > MAX_SECTIONS) throw unreadable('it was changed too many times');
}

/** The end of the file states where the newest section begins. */
function findStart(bytes: Uint8Array): number {
  const from = Math.max(0, bytes.length - TAIL_BYTES);
  const tail = asciiAt(bytes, from, TAIL_BYTES);
  const [, digits] =
    /startxref\s{1,10}(\d{1,10})/.exec(tail.slice(Math.max(0, tail.lastIndexOf('startxref')))) ?? [];
  const at = Number(digits ?? Number.NaN);
  if (!(at > 0 && at < bytes.length)) throw unreadable('its end does not say where its table of objects is');
  return at;
}

/**
 * In a hybrid file, the table marks objects as free to hide them from old readers, and a stream states where they are
 * (§7.5.8.4). The stream takes precedence over the free entries of its table, but not over its other entries.
 */
function mergeHybrid(
  bytes: Uint8Array,
  { entries, trailer, form }: Section,
  seen: Set<number>,
  work: Work,
): void {
  const at = form === 'table' ? numberIn(trailer, 'XRefStm') : undefined;
  if (at === undefined) return;
  assertNew(seen, at);
  const hidden = readSection(bytes, at, work);
  if (hidden.form !== 'stream') throw unreadable('its hidden table of objects has another form');
  for (const [number, place] of hidden.entries) {
    if (entries.get(number) === undefined) entries.set(number, place);
  }
}

function readSection(bytes: Uint8Array, at: number, work: Work): Section {
  const start = skipWhite(bytes, at);
  const isTable = asciiAt(bytes, start, 4) === 'xref';
  return isTable ? readTable(bytes, start + 4, work) : readTableStream(bytes, start, work);
}

// ── Tables (§7.5.4) ──────────────────────────────────────────────────────────

function readTable(bytes: Uint8Array, after: number, work: Work): Section {
  const entries: Entries = new Map();
  const lines = new Digits(bytes, after);
  while (!lines.isAt('trailer')) {
    const first = lines.number();
    const count = lines.number();
    if (first + count > MAX_NUMBER) throw unreadable('its table of objects is too long');
    // If the stated count is too large, the section ends at the first line that is no entry.
    for (let number = first; number < first + count; number += 1) {
      const [offset, generation, isUsed] = lines.entry();
      const isPlaced = isUsed && offset > 0;
      if (!entries.has(number))
        entries.set(number, isPlaced ? { kind: 'offset', offset, generation } : undefined);
      if (entries.size > MAX_ENTRIES) throw unreadable('it has too many objects');
    }
  }
  const trailer = readPlacedValue(bytes, lines.at + 'trailer'.length);
  work.spend(trailer.end - after);
  if (trailer.kind !== 'dictionary') throw unreadable('its table of objects has no trailer');
  return { entries, trailer, form: 'table' };
}

/** Reads numbers separated by white space. So lines of 19 or 21 bytes, which many programs write, are read too. */
class Digits {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  isAt(word: string): boolean {
    this.at = skipWhite(this.#bytes, this.at);
    return asciiAt(this.#bytes, this.at, word.length) === word;
  }

  number(): number {
    this.at = skipWhite(this.#bytes, this.at);
    let value = 0;
    const start = this.at;
    for (; ; this.at += 1) {
      const digit = (this.#bytes[this.at] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (this.at === start || this.at - start > 10) throw unreadable('its table of objects is damaged');
    return value;
  }

  entry(): [offset: number, generation: number, isUsed: boolean] {
    const offset = this.number();
    const generation = this.number();
    this.at = skipWhite(this.#bytes, this.at);
    const kind = this.#bytes[this.at];
    if (kind !== 0x6e && kind !== 0x66) throw unreadable('its table of objects is damaged');
    this.at += 1;
    return [offset, generation, kind === 0x6e];
  }
}

// ── Streams (§7.5.8) ─────────────────────────────────────────────────────────

function readTableStream(bytes: Uint8Array, at: number, work: Work): Section {
  const head = readObjectHead(bytes, at);
  const trailer = head && readPlacedValue(bytes, head.valueAt);
  if (trailer?.kind !== 'dictionary' || nameIn(trailer, 'Type') !== 'XRef')
    throw unreadable('its table of objects is not where its end says');
  const length = numberIn(trailer, 'Length');
  const content = streamContent(bytes, trailer, length);
  const table = decodeStream(trailer, content, work);
  return { entries: readRows(table, trailer), trailer, form: 'stream' };
}

function readRows(table: Uint8Array, trailer: PdfDictionary): Entries {
  const widths = numbersIn(trailer, 'W') ?? [];
  const index = numbersIn(trailer, 'Index') ?? [0, numberIn(trailer, 'Size') ?? 0];
  const rowBytes = widths.reduce((sum, width) => sum + width, 0);
  const isSound = widths.length === 3 && rowBytes > 0 && widths.every((width) => width <= 8);
  if (!isSound || index.length % 2 !== 0) throw unreadable('its table of objects has another form');
  const entries: Entries = new Map();
  let at = 0;
  for (let pair = 0; pair < index.length; pair += 2) {
    const [first = 0, count = 0] = index.slice(pair, pair + 2);
    for (let number = first; number < first + count && at + rowBytes <= table.length; number += 1) {
      if (!entries.has(number)) entries.set(number, readRow(table, at, widths));
      if (entries.size > MAX_ENTRIES) throw unreadable('it has too many objects');
      at += rowBytes;
    }
  }
  return entries;
}

function readRow(table: Uint8Array, at: number, widths: readonly number[]): PdfPlace | undefined {
  const [ofKind = 0, ofSecond = 0, ofThird = 0] = widths;
  // If the kind is missing, the object is at an offset in the file.
  const kind = ofKind === 0 ? 1 : bigEndian(table, at, ofKind);
  const second = bigEndian(table, at + ofKind, ofSecond);
  const third = bigEndian(table, at + ofKind + ofSecond, ofThird);
  if (kind === 1 && second > 0) return { kind: 'offset', offset: second, generation: third };
  return kind === 2 ? { kind: 'packed', stream: second, index: third } : undefined;
}

function bigEndian(table: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let place = at; place < at + width; place += 1) value = value * 256 + (table[place] ?? 0);
  return value;
}

// ── What tables and objects share ────────────────────────────────────────────

const HEAD = /^(\d{1,10})[\0\t\n\f\r ]{1,20}(\d{1,5})[\0\t\n\f\r ]{1,20}obj(?![A-Za-z0-9])/;

/** Checks for `12 0 obj` and returns where the object's value begins. */
export function readObjectHead(
  bytes: Uint8Array,
  at: number,
): { number: number; generation: number; valueAt: number } | undefined {
  const start = skipWhite(bytes, at);
  const [head, number, generation] = HEAD.exec(asciiAt(bytes, start, 64)) ?? [];
  if (head === undefined) return undefined;
  return { number: Number(number), generation: Number(generation), valueAt: start + head.length };
}

/**
 * The bytes of the stream after this dictionary. If its length is missing or wrong, the stream ends at the next
 * `endstream`.
 */
export function streamContent(
  bytes: Uint8Array,
  { end }: PdfDictionary,
  length: number | undefined,
): Uint8Array {
  const word = skipWhite(bytes, end);
  if (asciiAt(bytes, word, 6) !== 'stream') throw unreadable('a stream is missing');
  const lineBreak =
    bytes[word + 6] === 13 ? (bytes[word + 7] === 10 ? 2 : 1) : bytes[word + 6] === 10 ? 1 : 0;
  const start = word + 6 + lineBreak;
  if (length !== undefined && length >= 0 && start + length <= bytes.length) {
    let after = start + length;
    while (after < start + length + 4 && isWhite(bytes[after])) after += 1;
    if (asciiAt(bytes, after, 9) === 'endstream') return bytes.subarray(start, start + length);
  }
  return bytes.subarray(start, findEndOfStream(bytes, start));
}

function findEndOfStream(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0x65, start); at >= 0; at = bytes.indexOf(0x65, at + 1))
    if (bytes[at + 1] === 0x6e && asciiAt(bytes, at, 9) === 'endstream') return at;
  throw unreadable('a stream does not end');
}

export function numberIn(dictionary: PdfDictionary, key: string): number | undefined {
  const value = dictionary.entries.get(key)?.value;
  return value?.kind === 'number' && Number.isSafeInteger(value.value) ? value.value : undefined;
}

export function nameIn(dictionary: PdfDictionary, key: string): string | undefined {
  const value = dictionary.entries.get(key)?.value;
  return value?.kind === 'name' ? value.name : undefined;
}

function numbersIn(dictionary: PdfDictionary, key: string): number[] | undefined {
  const value = dictionary.entries.get(key)?.value;
  if (value?.kind !== 'array') return undefined;
  return value.items.map((item: PdfValue) => {
    if (item.kind !== 'number' || !Number.isSafeInteger(item.value) || item.value < 0)
      throw unreadable('its table of objects has another form');
    return item.value;
  });
}
