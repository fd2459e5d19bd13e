/** Reads a JSON object as it arrives. It finds where tokens end; `JSON.parse` then checks whether they are JSON. */

import { malformedJson } from '../../http/bodies/json-errors.ts';
import { JsonNesting } from '../../http/bodies/json-limits.ts';
import type { AppError } from '../../kernel/errors.ts';

/**
 * The kinds of tokens. `item` is an entry of a list that is read item by item. Any other list or object is one
 * `value`.
 */
export type JsonToken = 'key' | 'value' | 'item';

export type JsonListener = {
  onBytes(bytes: Buffer, token: JsonToken): void;
  /** Takes a token. For a key, it returns whether its value must be a list that is read item by item. */
  onEnd(token: JsonToken): { isList: boolean };
  /** Whether the listener reads the value itself. If so, the scanner continues after the value. */
  takesOver(firstByte: number): boolean;
  /** The error for a byte that is not expected here; undefined if the general message fits. */
  unexpected(where: Expected): AppError | undefined;
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
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

/** The tokens that may follow a token of each kind. */
const AFTER = { key: 'colon', value: 'comma', item: 'item comma' } as const;

/** The state after each punctuation allowed at that point. */
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
  /** Follows strings and brackets. At the end of each token it is outside of all of them. */
  readonly #nesting: JsonNesting;
  readonly #listener: JsonListener;

  constructor(listener: JsonListener, maxDepth: number) {
    this.#listener = listener;
    this.#nesting = new JsonNesting(maxDepth);
  }

  /**
   * Reads on from `at` and returns where it stopped: at the end of a token, at the end of the chunk, or after one
   * byte between tokens.
   */
  step(chunk: Buffer, at: number): number {
    return this.#inside === undefined
      ? this.#readBetween(chunk, at)
      : this.#readToken(chunk, at, this.#inside);
  }

  /** Call once the body is complete. */
  end(): void {
    if (this.#expects !== 'nothing') throw malformedJson('it ends too early', 'termina antes de tiempo');
  }

  /** Reads a byte between tokens: white space, the expected punctuation, or the first byte of a token. */
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
    return at;
  }

  #readToken(chunk: Buffer, at: number, token: JsonToken): number {
    let end = at;
    let isDone = false;
    while (end < chunk.length && !isDone) {
      const byte = chunk[end] as number;
      if (!this.#nesting.isInString && this.#nesting.depth === 0 && endsScalar(byte)) isDone = true;
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

  /** Passes a byte of a token. True if the byte ends the token. */
  #passByte(byte: number): boolean {
    this.#nesting.pass(byte);
    if (this.#nesting.isInString || this.#nesting.depth > 0) return false;
    return byte === QUOTE || byte === CLOSE_BRACE || byte === CLOSE_BRACKET;
  }
}

export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function endsScalar(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isSpace(byte);
}
