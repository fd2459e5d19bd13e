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
  | 'list'
  | 'first item'
  | 'item'
  | 'item comma'
  | 'nothing';

/** What follows a token of each kind. */
const AFTER = { key: 'colon', value: 'comma', item: 'item comma' } as const;

/** Finds where tokens end; `JSON.parse` checks whether they are JSON. Other members than `items` are ignored. */
export function splitJson(onItem: (text: Buffer) => void): ItemSplitter {
  const gathered = new GatheredBytes();
  let expects: Expected = 'object';
  let inside: keyof typeof AFTER | undefined;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let hasItems = false;

  const enter = (token: keyof typeof AFTER) => {
    inside = token;
    depth = 0;
    isInString = false;
    isEscaped = false;
  };
  const endToken = () => {
    const text = gathered.take();
    const token = inside as keyof typeof AFTER;
    inside = undefined;
    expects = AFTER[token];
    if (token === 'item') return onItem(text);
    const value = parsed(text);
    if (token !== 'key' || value !== 'items') return;
    if (hasItems) {
      throw invalidField('`items`', 'was sent more than once.', 'se envió más de una vez.');
    }
    hasItems = true;
    expects = 'list';
  };
  /** True if this byte ends the token. */
  const passByte = (byte: number): boolean => {
    if (isInString) {
      if (isEscaped) isEscaped = false;
      else if (byte === 0x5c) isEscaped = true;
      else if (byte === 0x22) {
        isInString = false;
        return depth === 0;
      }
      return false;
    }
    if (byte === 0x22) isInString = true;
    else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) {
      depth--;
      return depth === 0;
    }
    return false;
  };
  const readToken = (chunk: Buffer, at: number): number => {
    let end = at;
    while (end < chunk.length) {
      const byte = chunk[end] as number;
      if (!isInString && depth === 0 && endsScalar(byte)) break;
      end++;
      if (!passByte(byte)) continue;
      gather(gathered, chunk.subarray(at, end));
      endToken();
      return end;
    }
    gather(gathered, chunk.subarray(at, end));
    if (end < chunk.length) endToken();
    return end;
  };
  const readBetween = (chunk: Buffer, at: number): number => {
    const byte = chunk[at] as number;
    if (isSpace(byte)) return at + 1;
    const next = (what: Expected) => {
      expects = what;
      return at + 1;
    };
    switch (expects) {
      case 'object':
        if (byte === 0x7b) return next('first key');
        break;
      case 'first key':
      case 'key':
        if (byte === 0x22) {
          enter('key');
          return at;
        }
        if (byte === 0x7d && expects === 'first key') return next('nothing');
        break;
      case 'colon':
        if (byte === 0x3a) return next('value');
        break;
      case 'list':
        if (byte === 0x3a) return at + 1;
        if (byte === 0x5b) return next('first item');
        throw notList();
      case 'value':
        enter('value');
        return at;
      case 'first item':
      case 'item':
        if (byte === 0x5d && expects === 'first item') return next('comma');
        enter('item');
        return at;
      case 'comma':
        if (byte === 0x2c) return next('key');
        if (byte === 0x7d) return next('nothing');
        break;
      case 'item comma':
        if (byte === 0x2c) return next('item');
        if (byte === 0x5d) return next('comma');
    }
    throw malformedJson('there is an unexpected character', 'hay un carácter donde no puede haberlo');
  };
  return {
    push(chunk) {
      for (let at = 0; at < chunk.length; ) {
        at = inside === undefined ? readBetween(chunk, at) : readToken(chunk, at);
      }
    },
    end() {
      if (expects !== 'nothing') throw malformedJson('it ends too early', 'termina antes de tiempo');
      if (!hasItems) throw notList();
    },
  };
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
  return byte === 0x2c || byte === 0x7d || byte === 0x5d || isSpace(byte);
}

function notList() {
  return invalidField(
    '`items`',
    'must be a list of 1 to 10,000 fingerprints, each with sha256 and file_name.',
    'debe ser una lista de 1 a 10,000 huellas, cada una con sha256 y file_name.',
  );
}
