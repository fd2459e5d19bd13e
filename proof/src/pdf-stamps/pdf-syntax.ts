/**
 * Reads the values of any PDF (ISO 32000-2 §7.3) together with their positions, so that an object can be written again
 * with one entry changed and every other byte kept. `encoding/pdf-objects.ts` reads only what this program writes and
 * refuses everything else.
 */

import { ProofError } from '../proof-error.ts';

type Span = { start: number; end: number };

export type PdfDictionary = Span & { kind: 'dictionary'; entries: ReadonlyMap<string, PdfEntry> };
export type PdfArray = Span & { kind: 'array'; items: readonly PdfValue[] };
type PdfReference = Span & { kind: 'reference'; number: number; generation: number };
export type PdfValue =
  | PdfDictionary
  | PdfArray
  | PdfReference
  | (Span & { kind: 'number'; value: number })
  | (Span & { kind: 'name'; name: string })
  | (Span & { kind: 'string'; bytes: Uint8Array; isHex: boolean })
  /** `true`, `false`, `null`, and meaningless words. */
  | (Span & { kind: 'word'; word: string });

/** `start` is the offset of the key. */
type PdfEntry = { start: number; value: PdfValue };

const MAX_DEPTH = 64;
/** A value takes a hundred bytes of memory, but may take only two bytes in the file. */
const MAX_VALUES = 300_000;
const MAX_WORD = 128;

/** Classes of characters (§7.2.3). */
const REGULAR = 0;
const WHITE = 1;
const DELIMITER = 2;
const CLASSES = new Uint8Array(256);
for (const white of [0, 9, 10, 12, 13, 32]) CLASSES[white] = WHITE;
for (const delimiter of '()<>[]{}/%') CLASSES[delimiter.charCodeAt(0)] = DELIMITER;

export function isWhite(byte: number | undefined): boolean {
  return byte !== undefined && CLASSES[byte] === WHITE;
}

/** Reads the value at `at`, after white space and comments. Throws a `ProofError` if there is none. */
export function readPlacedValue(bytes: Uint8Array, at: number): PdfValue {
  return new PdfReader(bytes, at).value(0);
}

/** The first offset from `at` that is neither white space nor in a comment. */
export function skipWhite(bytes: Uint8Array, at: number): number {
  let place = at;
  for (;;) {
    while (isWhite(bytes[place])) place += 1;
    if (bytes[place] !== 0x25) return place;
    while (place < bytes.length && bytes[place] !== 10 && bytes[place] !== 13) place += 1;
  }
}

class PdfReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #valuesLeft = MAX_VALUES;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  value(depth: number): PdfValue {
    this.#valuesLeft -= 1;
    if (depth > MAX_DEPTH || this.#valuesLeft < 0) throw unreadable('an object holds too many values');
    this.#at = skipWhite(this.#bytes, this.#at);
    const start = this.#at;
    switch (this.#bytes[start]) {
      case 0x2f:
        return { kind: 'name', name: this.#name(), start, end: this.#at };
      case 0x28:
        return { kind: 'string', isHex: false, bytes: this.#literal(), start, end: this.#at };
      case 0x5b:
        return { kind: 'array', items: this.#items(depth), start, end: this.#at };
      case 0x3c:
        if (this.#bytes[start + 1] === 0x3c)
          return { kind: 'dictionary', entries: this.#entries(depth), start, end: this.#at };
        return { kind: 'string', isHex: true, bytes: this.#hex(), start, end: this.#at };
      default:
        return this.#numberOrWord();
    }
  }

  #word(): string {
    const start = this.#at;
    while (this.#at < this.#bytes.length && CLASSES[this.#bytes[this.#at] ?? 0] === REGULAR) this.#at += 1;
    return asciiAt(this.#bytes, start, Math.min(this.#at - start, MAX_WORD));
  }

  #name(): string {
    this.#at += 1;
    return this.#word().replace(/#([0-9A-Fa-f]{2})/g, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }

  #numberOrWord(): PdfValue {
    const start = this.#at;
    const word = this.#word();
    if (word === '') throw unreadable('a value is missing');
    const end = this.#at;
    if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(word)) return { kind: 'word', word, start, end };
    const generation = /^\d{1,9}$/.test(word) ? this.#restOfReference() : undefined;
    if (generation === undefined) return { kind: 'number', value: Number(word), start, end };
    return { kind: 'reference', number: Number(word), generation, start, end: this.#at };
  }

  /** The generation number, if the number before it begins a reference such as `12 0 R`. */
  #restOfReference(): number | undefined {
    const before = this.#at;
    this.#at = skipWhite(this.#bytes, this.#at);
    const generation = this.#word();
    this.#at = skipWhite(this.#bytes, this.#at);
    if (/^\d{1,5}$/.test(generation) && this.#word() === 'R') return Number(generation);
    this.#at = before;
    return undefined;
  }

  #items(depth: number): PdfValue[] {
    this.#at += 1;
    const items: PdfValue[] = [];
    for (;;) {
      this.#at = skipWhite(this.#bytes, this.#at);
      if (this.#bytes[this.#at] === 0x5d) break;
      items.push(this.value(depth + 1));
    }
    this.#at += 1;
    return items;
  }

  #entries(depth: number): Map<string, PdfEntry> {
    this.#at += 2;
    const entries = new Map<string, PdfEntry>();
    for (;;) {
      this.#at = skipWhite(this.#bytes, this.#at);
      const start = this.#at;
      if (this.#bytes[start] === 0x3e && this.#bytes[start + 1] === 0x3e) break;
      if (this.#bytes[start] !== 0x2f) throw unreadable('a dictionary has a key that is no name');
      const name = this.#name();
      // Programs differ in which of two equal keys they use.
      if (entries.has(name)) throw unreadable('a dictionary has the same key twice');
      entries.set(name, { start, value: this.value(depth + 1) });
    }
    this.#at += 2;
    return entries;
  }

  #hex(): Uint8Array {
    const end = this.#bytes.indexOf(0x3e, this.#at);
    if (end < 0) throw unreadable('a string does not end');
    const content = new Uint8Array((end - this.#at) >> 1);
    let digits = 0;
    for (let at = this.#at + 1; at < end; at += 1) {
      const digit = hexDigit(this.#bytes[at] ?? 0);
      if (digit === undefined) continue;
      content[digits >> 1] = (content[digits >> 1] ?? 0) | (digits % 2 === 0 ? digit << 4 : digit);
      digits += 1;
    }
    this.#at = end + 1;
    return content.subarray(0, (digits + 1) >> 1);
  }

  /** Parentheses may be nested. Escapes are not decoded, because only the names of fields are ever compared. */
  #literal(): Uint8Array {
    const start = this.#at + 1;
    let open = 0;
    for (; this.#at < this.#bytes.length; this.#at += 1) {
      const byte = this.#bytes[this.#at];
      if (byte === 0x5c) this.#at += 1;
      else if (byte === 0x28) open += 1;
      else if (byte === 0x29) open -= 1;
      if (open === 0) break;
    }
    if (open !== 0 || this.#at >= this.#bytes.length) throw unreadable('a string does not end');
    this.#at += 1;
    return this.#bytes.subarray(start, this.#at - 1);
  }
}

function hexDigit(byte: number): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}

/** At most `length` bytes from `at`, as characters with the same codes. */
export function asciiAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, Math.max(at, at + length)));
}

export function unreadable(why: string): ProofError {
  return new ProofError('pdf_malformed', `this PDF cannot be read: ${why}`);
}
