/**
 * Opens a PDF made by any program and reads single objects of it. A file that would have to be repaired first is
 * refused: programs repair files in different ways, but a stamp must mean the same to all of them.
 */

import {
  type CrossReference,
  nameIn,
  numberIn,
  readCrossReference,
  readObjectHead,
  streamContent,
} from './cross-reference.ts';
import { decodeStream, Work } from './pdf-streams.ts';
import {
  asciiAt,
  type PdfArray,
  type PdfDictionary,
  type PdfValue,
  readPlacedValue,
  skipWhite,
  unreadable,
} from './pdf-syntax.ts';

/** An object, with the bytes from which its value was read: those of the file or of a stream of objects. */
export type PdfObject = { number: number; generation: number; value: PdfValue; source: Uint8Array };

export class PdfDocument {
  readonly bytes: Uint8Array;
  readonly crossReference: CrossReference;
  readonly #work = new Work();
  readonly #packed = new Map<number, PackedObjects>();

  /** Throws a `ProofError` unless the whole PDF can be read without repairs. */
  constructor(bytes: Uint8Array) {
    if (asciiAt(bytes, 0, 5) !== '%PDF-')
      throw unreadable('it does not begin as a PDF, or other bytes stand before its beginning');
    this.bytes = bytes;
    this.crossReference = readCrossReference(bytes, this.#work);
    this.#assertPlaces();
  }

  /** If one object is not where the table says, other programs search the whole file and may find different objects. */
  #assertPlaces(): void {
    for (const [number, place] of this.crossReference.places) {
      if (place.kind !== 'offset') continue;
      const head = readObjectHead(this.bytes, place.offset);
      if (head?.number !== number || head.generation !== place.generation)
        throw unreadable(`its table of objects is damaged (object ${number} is not where it says)`);
    }
  }

  /** Undefined for an object that does not exist, which is the same as null (§7.3.10). */
  object(number: number): PdfObject | undefined {
    const place = this.crossReference.places.get(number);
    if (place === undefined) return undefined;
    if (place.kind === 'packed') return this.#packedObject(number, place.stream, place.index);
    const head = readObjectHead(this.bytes, place.offset);
    if (head === undefined) return undefined;
    const value = this.#read(this.bytes, head.valueAt);
    return { number, generation: place.generation, value, source: this.bytes };
  }

  /** Follows references. The longest chain that is followed is longer than any that programs write. */
  resolve(value: PdfValue | undefined): PdfValue | undefined {
    let found = value;
    for (let steps = 0; found?.kind === 'reference'; steps += 1) {
      if (steps > 8) throw unreadable('a reference leads nowhere');
      found = this.object(found.number)?.value;
    }
    return found?.kind === 'word' && found.word === 'null' ? undefined : found;
  }

  /** Undefined if the entry is missing; throws if it has another type. */
  dictionary(value: PdfValue | undefined, what: string): PdfDictionary | undefined {
    const found = this.resolve(value);
    if (found !== undefined && found.kind !== 'dictionary') throw unreadable(`its ${what} is no dictionary`);
    return found;
  }

  array(value: PdfValue | undefined, what: string): PdfArray | undefined {
    const found = this.resolve(value);
    if (found !== undefined && found.kind !== 'array') throw unreadable(`its ${what} is no list`);
    return found;
  }

  get catalogue(): PdfObject & { value: PdfDictionary } {
    const root = this.crossReference.trailer.entries.get('Root')?.value;
    const object = root?.kind === 'reference' ? this.object(root.number) : undefined;
    if (object?.value.kind !== 'dictionary' || this.isStream(object)) throw unreadable('it has no catalogue');
    return { ...object, value: object.value };
  }

  isStream({ value, source }: PdfObject): boolean {
    return source === this.bytes && asciiAt(source, skipWhite(source, value.end), 6) === 'stream';
  }

  /** The content of a stream, decompressed. */
  content(object: PdfObject): Uint8Array {
    const { value } = object;
    if (value.kind !== 'dictionary') throw unreadable('a stream is missing');
    const length = this.resolve(value.entries.get('Length')?.value);
    const raw = streamContent(this.bytes, value, length?.kind === 'number' ? length.value : undefined);
    return decodeStream(value, raw, this.#work);
  }

  /** Reads a value. Its bytes are counted each time, towards the limit. */
  #read(source: Uint8Array, at: number): PdfValue {
    const value = readPlacedValue(source, at);
    this.#work.spend(value.end - at);
    return value;
  }

  /** The decompressed content of the streams of objects. */
  packedContents(): Uint8Array[] {
    const streams = new Set<number>();
    for (const place of this.crossReference.places.values())
      if (place.kind === 'packed') streams.add(place.stream);
    return [...streams].map((stream) => this.#packedIn(stream).content);
  }

  #packedIn(stream: number): PackedObjects {
    const known = this.#packed.get(stream) ?? this.#readPacked(stream);
    this.#packed.set(stream, known);
    return known;
  }

  #packedObject(number: number, stream: number, index: number): PdfObject {
    const packed = this.#packedIn(stream);
    const at = packed.offsets[index];
    if (at === undefined || packed.numbers[index] !== number)
      throw unreadable(`its table of objects is damaged (object ${number} is not where it says)`);
    return { number, generation: 0, value: this.#read(packed.content, at), source: packed.content };
  }

  /** A stream of objects (§7.5.7): pairs of number and offset, followed by the objects. */
  #readPacked(number: number): PackedObjects {
    const place = this.crossReference.places.get(number);
    const object = place?.kind === 'offset' ? this.object(number) : undefined;
    if (object?.value.kind !== 'dictionary' || nameIn(object.value, 'Type') !== 'ObjStm')
      throw unreadable('a stream of objects is missing');
    const content = this.content(object);
    const first = numberIn(object.value, 'First') ?? -1;
    const count = numberIn(object.value, 'N') ?? -1;
    if (first < 0 || first > content.length || count < 0 || count > first)
      throw unreadable('a stream of objects is damaged');
    const pairs = [...asciiText(content, first).matchAll(/\d{1,10}/g)].map(([digits]) => Number(digits));
    const numbers = pairs.filter((_, at) => at % 2 === 0).slice(0, count);
    const offsets = pairs.filter((_, at) => at % 2 === 1).map((at) => first + at);
    return { content, numbers, offsets };
  }
}

type PackedObjects = { content: Uint8Array; numbers: number[]; offsets: number[] };

/** Turns bytes of any length into text; `asciiAt` is limited by the stack. */
function asciiText(bytes: Uint8Array, length: number): string {
  const parts: string[] = [];
  for (let at = 0; at < length; at += 8_192) parts.push(asciiAt(bytes, at, Math.min(8_192, length - at)));
  return parts.join('');
}
