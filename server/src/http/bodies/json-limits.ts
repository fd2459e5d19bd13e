/**
 * Limits what a JSON text may hold. It is counted over the bytes before anything is parsed. Each new name of a member
 * costs the engine 20 µs, so 600,000 of them would stop the process for seconds; and deeply nested values let code that
 * walks through them run out of stack.
 */

import { AppError } from '../../kernel/errors.ts';
import { malformedJson } from './json-errors.ts';

type Most = {
  depth: number;
  /** Members and elements, at every depth. */
  values: number;
  /** Different names of members. A name that every row of a table repeats counts once. */
  names: number;
};

const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Follows a JSON text byte by byte. Only this class knows strings and brackets. */
export class JsonNesting {
  depth = 0;
  isInString = false;
  values = 0;
  #isEscaped = false;
  readonly #mostDepth: number;

  constructor(mostDepth: number) {
    this.#mostDepth = mostDepth;
  }

  pass(byte: number): void {
    if (this.isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.isInString = false;
    } else if (byte === QUOTE) this.isInString = true;
    else if (byte === COMMA) this.values++;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#open();
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.depth--;
  }

  #open(): void {
    this.values++;
    this.depth++;
    if (this.depth > this.#mostDepth)
      throw malformedJson('it is nested too deeply', 'está anidado con demasiada profundidad');
  }
}

/**
 * Remembers the last string. If a colon follows, that string is the name of a member. It is copied at most once,
 * however many colons follow.
 */
export class LastString {
  #start = 0;
  #end = 0;

  /** Call this at a quotation mark; `begins` is true for the mark that opens a string. */
  pass(begins: boolean, at: number): void {
    if (begins) this.#start = at + 1;
    else this.#end = at;
  }

  /** Returns the string without its quotation marks. */
  take(text: Buffer): string {
    const string = text.toString('latin1', this.#start, this.#end);
    this.#end = this.#start;
    return string;
  }
}

/** The limits of one body. If it holds several JSON texts, they are counted together. */
export class JsonLimits {
  #values = 0;
  #named = 0;
  readonly #names = new Set<string>();
  readonly most: Most;

  constructor(most: Most) {
    this.most = most;
  }

  /** Throws a refusal, or the SyntaxError of a text that is no JSON. */
  parse(text: Buffer): unknown {
    this.assertWithin(text);
    return JSON.parse(utf8.decode(text));
  }

  assertWithin(text: Buffer): void {
    const { depth, names } = this.most;
    this.#named += countNames(text);
    const nesting = new JsonNesting(depth);
    // Names are compared only if there are many members: nearly every body has fewer members than it may have names.
    const isTellingApart = this.#named > names;
    const last = new LastString();
    for (let i = 0; i < text.length; i++) {
      const byte = text[i] as number;
      const wasInString = nesting.isInString;
      nesting.pass(byte);
      if (wasInString !== nesting.isInString) last.pass(nesting.isInString, i);
      else if (isTellingApart && byte === COLON && !wasInString) this.tell(last.take(text));
    }
    this.countValue(nesting.values);
  }

  /** Counts values that a reader has found by itself. */
  countValue(count = 1): void {
    this.#values += count;
    const { values } = this.most;
    if (this.#values > values) throw tooMany(values, 'values', 'valores');
  }

  tell(name: string): void {
    this.#names.add(name);
    const { names } = this.most;
    if (this.#names.size > names) throw tooMany(names, 'different field names', 'nombres de campo distintos');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** An upper bound of the number of names: a colon inside a string counts too. */
function countNames(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(COLON); at >= 0; at = text.indexOf(COLON, at + 1)) count++;
  return count;
}

function tooMany(most: number, en: string, es: string): AppError {
  const number = most.toLocaleString('en-US');
  return new AppError('validation_failed', {
    en: `The body has more than ${number} ${en}; send it in parts, or leave out what is not needed.`,
    es: `El cuerpo tiene más de ${number} ${es}; envíelo en partes u omita lo que no haga falta.`,
  });
}
