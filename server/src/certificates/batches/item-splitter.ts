/** Splits the body of a batch into the texts of its items as it arrives: lines of NDJSON, or `{ "items": […] }`. */

import { invalidField } from '../../http/text-rules.ts';
import { malformedJson } from '../upload/json-errors.ts';
import { GatheredBytes } from '../upload/upload-text.ts';

export type ItemSplitter = {
  push(chunk: Buffer): void;
  /** Call once the body is complete. */
  end(): void;
};

/** Everything that an item may hold fits, also where a JSON library escapes every character. */
const MAX_ITEM_BYTES = 524_288;

const LF = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

export function splitLines(onItem: (text: Buffer) => void): ItemSplitter {
  const gathered = new GatheredBytes();
  const endLine = () => {
    const line = gathered.take();
    if (!line.every(isSpace)) onItem(line);
  };
  return {
    push(chunk) {
      let at = 0;
      for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, at)) {
        gather(gathered, chunk.subarray(at, end));
        endLine();
        at = end + 1;
      }
      gather(gathered, chunk.subarray(at));
    },
    end: endLine,
  };
}

type Expected =
  | 'object'
  | 'first key'
  | 'key'
  | 'colon'
  | 'value'
  | 'comma'
  | 'items colon'
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
  'items colon': { [COLON]: 'list' },
  list: { [OPEN_BRACKET]: 'first item' },
  'first item': { [CLOSE_BRACKET]: 'comma' },
  item: {},
  'item comma': { [COMMA]: 'item', [CLOSE_BRACKET]: 'comma' },
  nothing: {},
};

type Token = keyof typeof AFTER;

export function splitJson(onItem: (text: Buffer) => void): ItemSplitter {
  return new JsonItems(onItem);
}

/** Finds where tokens end; `JSON.parse` checks whether they are JSON. Other members than `items` are ignored. */
class JsonItems implements ItemSplitter {
  #expects: Expected = 'object';
  #inside: Token | undefined;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #hasItems = false;
  readonly #gathered = new GatheredBytes();
  readonly #onItem: (text: Buffer) => void;

  constructor(onItem: (text: Buffer) => void) {
    this.#onItem = onItem;
  }

  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      at = this.#inside === undefined ? this.#readBetween(chunk, at) : this.#readToken(chunk, at);
    }
  }

  end(): void {
    if (this.#expects !== 'nothing') throw malformedJson('it ends too early', 'termina antes de tiempo');
    if (!this.#hasItems) throw notList();
  }

  /** Reads one byte between two tokens: white space or the expected punctuation. */
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
        return this.#enter('value', at);
      case 'first item':
      case 'item':
        return this.#enter('item', at);
      case 'list':
        throw notList();
    }
    throw malformedJson('there is an unexpected character', 'hay un carácter donde no puede haberlo');
  }

  #enter(token: Token, at: number): number {
    this.#inside = token;
    this.#depth = 0;
    this.#isInString = false;
    this.#isEscaped = false;
    return at;
  }

  #readToken(chunk: Buffer, at: number): number {
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
    gather(this.#gathered, chunk.subarray(at, end));
    if (isDone) this.#endToken();
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
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      this.#depth--;
      return this.#depth === 0;
    }
    return false;
  }

  #endToken(): void {
    const text = this.#gathered.take();
    const token = this.#inside as Token;
    this.#inside = undefined;
    this.#expects = AFTER[token];
    if (token === 'item') {
      this.#onItem(text);
      return;
    }
    const value = parsed(text);
    if (token !== 'key' || value !== 'items') return;
    if (this.#hasItems) throw invalidField('`items`', 'was sent more than once.', 'se envió más de una vez.');
    this.#hasItems = true;
    this.#expects = 'items colon';
  }
}

function gather(gathered: GatheredBytes, bytes: Uint8Array): void {
  if (gathered.length + bytes.length > MAX_ITEM_BYTES)
    throw invalidField('An item', 'is longer than 512 KiB.', 'mide más de 512 KiB.');
  if (bytes.length > 0) gathered.add(bytes);
}

function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    throw malformedJson('a value is not JSON', 'un valor no es JSON');
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function endsScalar(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isSpace(byte);
}

function notList() {
  return invalidField(
    '`items`',
    'must be a list of 1 to 10,000 fingerprints, each with sha256 and file_name.',
    'debe ser una lista de 1 a 10,000 huellas, cada una con sha256 y file_name.',
  );
}
