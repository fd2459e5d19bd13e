/** Reads a JSON object as it arrives: finds where its tokens end; `JSON.parse` then checks whether they are JSON. */

import { malformedJson } from '../../http/bodies/json-errors.ts';
import { JsonNesting } from '../../http/bodies/json-limits.ts';
import type { AppError } from '../../kernel/errors.ts';

/** `item`: an entry of a list that is read item by item. Other lists and objects are one `value` each. */
export type JsonToken = 'key' | 'value' | 'item';

export type JsonListener = {
  onBytes(bytes: Buffer, token: JsonToken): void;
  /** For a key: whether its value must be a list, and comes item by item. */
  onEnd(token: JsonToken): { isList: boolean };
  /** True if the listener reads the value itself: the scanner continues after it. */
  takesOver(firstByte: number): boolean;
  /** Undefined if the general message fits. */
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

/** What follows a token of each kind. */
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
  /** Outside of everything again at the end of each token. */
  readonly #nesting: JsonNesting;
  readonly #listener: JsonListener;

  constructor(listener: JsonListener, maxDepth: number) {
    this.#listener = listener;
    this.#nesting = new JsonNesting(maxDepth);
  }

  /**
   * Reads from `at` to the end of a token, the end of the chunk, or one byte between tokens, and returns the position.
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

  /** True if this byte ends the token. */
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
