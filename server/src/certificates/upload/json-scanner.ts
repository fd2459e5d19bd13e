/** Reads a JSON object as it arrives: finds where its tokens end; `JSON.parse` then checks whether they are JSON. */

import type { AppError } from '../../kernel/errors.ts';
import { malformedJson } from './json-errors.ts';

/** `item`: of the list that a key announced. Other lists and objects are one `value` each. */
export type JsonToken = 'key' | 'value' | 'item';

export type JsonListener = {
  onBytes(bytes: Buffer, token: JsonToken): void;
  /** For a key: whether its value must be a list, and comes item by item. */
  onEnd(token: JsonToken): { isList: boolean };
  /** True for a value that the listener reads by itself: the scanner goes on behind it. */
  takesOver(firstByte: number): boolean;
  /** Undefined where the general words do. */
  unexpected(where: Expected): AppError | undefined;
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

type Expected =
  | 'object'
  | 'first key'
  | 'key'
  | 'colon'
  | 'value'
  | 'comma'
  | 'list colon'
  | 'list'
  | 'first item'
  | 'item'
  | 'item comma'
  | 'nothing';

/** What follows a token of each kind. */
const AFTER = { key: 'colon', value: 'comma', item: 'item comma' } as const;

/** What the punctuation that may stand there leads to. */
const NEXT: Record<Expected, Partial<Record<number, Expected>>> = {
  object: { [OPEN_BRACE]: 'first key' },
  'first key': { [CLOSE_BRACE]: 'nothing' },
  key: {},
  colon: { [COLON]: 'value' },
  value: {},
  comma: { [COMMA]: 'key', [CLOSE_BRACE]: 'nothing' },
  'list colon': { [COLON]: 'list' },
  list: { [OPEN_BRACKET]: 'first item' },
  'first item': { [CLOSE_BRACKET]: 'comma' },
  item: {},
  'item comma': { [COMMA]: 'item', [CLOSE_BRACKET]: 'comma' },
  nothing: {},
};

export class JsonScanner {
  #expects: Expected = 'object';
  #inside: JsonToken | undefined;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  readonly #listener: JsonListener;
  readonly #maxDepth: number;

  constructor(listener: JsonListener, maxDepth = Number.POSITIVE_INFINITY) {
    this.#listener = listener;
    this.#maxDepth = maxDepth;
  }

  /** Reads from `at` to the end of a token, of the chunk, or of one byte between tokens, and tells where it stands. */
  step(chunk: Buffer, at: number): number {
    return this.#inside === undefined
      ? this.#readBetween(chunk, at)
      : this.#readToken(chunk, at, this.#inside);
  }

  /** Call once the body is complete. */
  end(): void {
    if (this.#expects !== 'nothing') throw malformedJson('it ends too early', 'termina antes de tiempo');
  }

  /** White space, the expected punctuation, or the first byte of a token. */
  #readBetween(chunk: Buffer, at: number): number {
    const byte = chunk[at] as number;
    if (isSpace(byte)) return at + 1;
    const next = NEXT[this.#expects][byte];
    if (next !== undefined) {
      this.#expects = next;
      return at + 1;
    }
    switch (this.#expects) {
      case 'first key':
      case 'key':
        if (byte === QUOTE) return this.#enter('key', at);
        break;
      case 'value':
        if (!this.#listener.takesOver(byte)) return this.#enter('value', at);
        this.#expects = 'comma';
        return at + 1;
      case 'first item':
      case 'item':
        return this.#enter('item', at);
    }
    throw (
      this.#listener.unexpected(this.#expects) ??
      malformedJson('there is an unexpected character', 'hay un carácter donde no puede haberlo')
    );
  }

  #enter(token: JsonToken, at: number): number {
    this.#inside = token;
    this.#depth = 0;
    this.#isInString = false;
    this.#isEscaped = false;
    return at;
  }

  #readToken(chunk: Buffer, at: number, token: JsonToken): number {
    let end = at;
    let isDone = false;
    while (end < chunk.length && !isDone) {
      const byte = chunk[end] as number;
      if (!this.#isInString && this.#depth === 0 && endsScalar(byte)) isDone = true;
      else {
        isDone = this.#passByte(byte);
        end++;
      }
    }
    this.#listener.onBytes(chunk.subarray(at, end), token);
    if (isDone) {
      const { isList } = this.#listener.onEnd(token);
      this.#inside = undefined;
      this.#expects = isList ? 'list colon' : AFTER[token];
    }
    return end;
  }

  /** True if this byte ends the token. */
  #passByte(byte: number): boolean {
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) {
        this.#isInString = false;
        return this.#depth === 0;
      }
      return false;
    }
    if (byte === QUOTE) this.#isInString = true;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#depth++;
      if (this.#depth > this.#maxDepth)
        throw malformedJson('it is nested too deeply', 'está anidado con demasiada profundidad');
    }
    if (byte !== CLOSE_BRACE && byte !== CLOSE_BRACKET) return false;
    this.#depth--;
    return this.#depth === 0;
  }
}

export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function endsScalar(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isSpace(byte);
}
