/** Splits the body of a batch into the texts of its items as it arrives: lines of NDJSON, or `{ "items": […] }`. */

import { malformedJson } from '../../http/bodies/json-errors.ts';
import type { JsonLimits } from '../../http/bodies/json-limits.ts';
import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { isSpace, type JsonListener, JsonScanner } from '../upload/json-scanner.ts';
import { GatheredBytes } from '../upload/upload-text.ts';

type ItemSplitter = {
  push(chunk: Buffer): void;
  /** How many bytes of the incomplete item are buffered. */
  heldBytes(): number;
  /** The value of the member `stamp`, or undefined if there is none. Call once the body is complete. */
  stamp?(): unknown;
  /** Call once the body is complete. */
  end(): void;
};

/** The limit of an item. Any valid item fits, even if a JSON library escapes every character. */
const MAX_ITEM_BYTES = 524_288;

/** Valid items need a depth of two; unknown members may be nested deeper and are ignored. */
export const ITEM_DEPTH = 16;

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
    heldBytes: () => gathered.length,
  };
}

/** Splits the form `{ "items": […] }`. Members other than `items` and `stamp` are ignored. */
export function splitJson(onItem: (text: Buffer) => void, limits: JsonLimits): ItemSplitter {
  const gathered = new GatheredBytes();
  let hasItems = false;
  let member: unknown;
  let stamp: unknown;
  const listener: JsonListener = {
    onBytes: (bytes) => gather(gathered, bytes),
    onEnd(token) {
      const text = gathered.take();
      if (token === 'item') onItem(text);
      const value = token === 'item' ? undefined : parsed(text, limits);
      if (token === 'value' && member === 'stamp') {
        if (stamp !== undefined) throw repeated('stamp');
        stamp = value;
      }
      if (token === 'key') member = value;
      const isList = token === 'key' && value === 'items';
      if (isList && hasItems) throw repeated('items');
      hasItems ||= isList;
      return { isList };
    },
    takesOver: () => false,
    unexpected: (where) => (where === 'list' ? notList() : undefined),
  };
  const scanner = new JsonScanner(listener, ITEM_DEPTH);
  return {
    push(chunk) {
      for (let at = 0; at < chunk.length; ) at = scanner.step(chunk, at);
    },
    end() {
      scanner.end();
      if (!hasItems) throw notList();
    },
    heldBytes: () => gathered.length,
    stamp: () => stamp,
  };
}

function repeated(member: string): AppError {
  return invalidField(`\`${member}\``, 'was sent more than once.', 'se envió más de una vez.');
}

function gather(gathered: GatheredBytes, bytes: Uint8Array): void {
  if (gathered.length + bytes.length > MAX_ITEM_BYTES)
    throw invalidField('An item', 'is longer than 512 KiB.', 'mide más de 512 KiB.');
  if (bytes.length > 0) gathered.add(bytes);
}

function parsed(text: Buffer, limits: JsonLimits): unknown {
  try {
    return limits.parse(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw malformedJson('a value is not JSON', 'un valor no es JSON');
  }
}

function notList() {
  return invalidField(
    '`items`',
    'must be a list of 1 to 10,000 fingerprints, each with sha256 and file_name.',
    'debe ser una lista de 1 a 10,000 huellas, cada una con sha256 y file_name.',
  );
}
