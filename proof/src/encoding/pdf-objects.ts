/**
 * Reads the objects of a PDF file (ISO 32000-2 §7.3), as far as pdfkit writes them: one table of objects, no object
 * streams, no encryption, no later additions. Anything else is refused, so that two readers cannot find different files
 * in one PDF.
 */

import { ProofError } from '../proof-error.ts';

export type PdfName = { kind: 'name'; name: string };
export type PdfReference = { kind: 'reference'; number: number };
export type PdfDictionary = ReadonlyMap<string, PdfValue>;
export type PdfValue =
  | number
  | boolean
  | null
  | PdfName
  | PdfReference
  /** A string, as its bytes. */
  | Uint8Array
  | PdfDictionary
  | readonly PdfValue[];

/** An object, and where its bytes continue after the value. */
type PdfObject = { value: PdfValue; end: number };

const MAX_DEPTH = 16;
const WHITE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set([...'()<>[]{}/%'].map((letter) => letter.charCodeAt(0)));

/** Reads one value at `at`. Throws a `ProofError` if there is none. */
export function readPdfValue(bytes: Uint8Array, at: number): PdfObject {
  const reader = new PdfReader(bytes, at);
  return { value: reader.value(0), end: reader.at };
}

class PdfReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  value(depth: number): PdfValue {
    if (depth > MAX_DEPTH) throw pdfMalformed('its values are nested too deeply');
    this.#skipWhite();
    const first = this.#peek();
    if (first === '/')
      return { kind: 'name', name: this.#name().replace(/#([0-9A-Fa-f]{2})/g, escapedLetter) };
    if (first === '(') return this.#literal();
    if (first === '[') return this.#array(depth);
    if (first === '<') return this.#peek(1) === '<' ? this.#dictionary(depth) : this.#hex();
    return this.#numberOrWord();
  }

  #peek(ahead = 0): string {
    const byte = this.#bytes[this.at + ahead];
    return byte === undefined ? '' : String.fromCharCode(byte);
  }

  #skipWhite(): void {
    while (WHITE.has(this.#bytes[this.at] ?? -1)) this.at += 1;
  }

  #word(): string {
    const start = this.at;
    for (;;) {
      const byte = this.#bytes[this.at];
      if (byte === undefined || WHITE.has(byte) || DELIMITERS.has(byte)) break;
      this.at += 1;
    }
    return String.fromCharCode(...this.#bytes.subarray(start, Math.min(this.at, start + 200)));
  }

  #name(): string {
    this.at += 1;
    return this.#word();
  }

  #numberOrWord(): PdfValue {
    const word = this.#word();
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(word)) throw pdfMalformed('a value is not one');
    const reference = /^\d{1,7}$/.test(word) ? this.#restOfReference() : false;
    return reference ? { kind: 'reference', number: Number(word) } : Number(word);
  }

  /** Whether a generation and an R follow the number, as in the reference `12 0 R`. */
  #restOfReference(): boolean {
    const next = String.fromCharCode(...this.#bytes.subarray(this.at, this.at + 4));
    if (!/^ 0 R/.test(next)) return false;
    this.at += 4;
    return true;
  }

  #array(depth: number): PdfValue[] {
    this.at += 1;
    const values: PdfValue[] = [];
    for (;;) {
      this.#skipWhite();
      if (this.#peek() === ']') break;
      values.push(this.value(depth + 1));
    }
    this.at += 1;
    return values;
  }

  #dictionary(depth: number): PdfDictionary {
    this.at += 2;
    const entries = new Map<string, PdfValue>();
    for (;;) {
      this.#skipWhite();
      if (this.#peek() === '>' && this.#peek(1) === '>') break;
      if (this.#peek() !== '/') throw pdfMalformed('a dictionary has a key that is no name');
      const name = this.#name();
      // A reader that knows escapes takes `/E#46` for `/EF`, and another reader ignores it.
      if (name.includes('#')) throw pdfMalformed('the name of a field is escaped');
      // Readers differ in which of two equal keys they take.
      if (entries.has(name)) throw pdfMalformed(`a dictionary has ${name} twice`);
      entries.set(name, this.value(depth + 1));
    }
    this.at += 2;
    return entries;
  }

  #hex(): Uint8Array {
    const end = this.#bytes.indexOf('>'.charCodeAt(0), this.at);
    const digits = String.fromCharCode(...this.#bytes.subarray(this.at + 1, Math.min(end, this.at + 4_096)));
    if (end < 0 || !/^(?:[0-9a-fA-F]{2})*$/.test(digits)) throw pdfMalformed('a string is malformed');
    this.at = end + 1;
    return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  }

  /** Parentheses may be nested, and a backslash gives the next character another meaning. */
  #literal(): Uint8Array {
    this.at += 1;
    const content: number[] = [];
    for (let open = 1; ; this.at += 1) {
      const letter = this.#peek();
      if (letter === '') throw pdfMalformed('a string does not end');
      if (letter === '\\') {
        this.at += 1;
        content.push(this.#escaped());
        continue;
      }
      if (letter === '(') open += 1;
      if (letter === ')') open -= 1;
      if (open === 0) break;
      content.push(letter.charCodeAt(0));
    }
    this.at += 1;
    return Uint8Array.from(content);
  }

  #escaped(): number {
    const letter = this.#peek();
    const meant = ESCAPES[letter];
    if (meant === undefined) throw pdfMalformed('a string has an unknown escape');
    return meant;
  }
}

const ESCAPES: Readonly<Record<string, number>> = {
  n: 10,
  r: 13,
  t: 9,
  b: 8,
  f: 12,
  '(': 40,
  ')': 41,
  '\\': 92,
};

function escapedLetter(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

export function pdfMalformed(why: string): ProofError {
  return new ProofError('pdf_malformed', `this PDF is not as issued: ${why}`);
}
