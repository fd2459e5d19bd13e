/** The texts of an upload, in either encoding: file name, media type, and how they are gathered. */

import { assertText, invalidField } from '../../http/text-rules.ts';
import type { AppError } from '../../kernel/errors.ts';

/** The limit for a text while it arrives, before its own rule is checked. */
export function maxBytesOf(field: string): number {
  // There is room for 50 keys of 40 characters with texts of 500, even if a JSON library escapes every character.
  return field === 'metadata' ? 262_144 : 65_536;
}

/**
 * Checks a file name. It is stored and shown as sent, and never used as a path: a name such as `../../etc/passwd` is
 * just text.
 */
export function assertFileName(field: string, value: string): void {
  if (value === '') {
    throw invalidField(
      field,
      'gives no file name; send one of 1 to 255 characters.',
      'no da nombre de archivo; envíe uno de 1 a 255 caracteres.',
    );
  }
  assertText(field, value, { maxChars: 255, multiline: false });
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const MEDIA_TYPE = new RegExp(
  `^${TOKEN}/${TOKEN}(?:[ \\t]*;[ \\t]*${TOKEN}=(?:${TOKEN}|"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"))*$`,
);

/**
 * Checks a media type (RFC 9110 §8.3.1). It is sent in a header when the file is fetched, so nothing else may be in
 * it.
 */
export function assertMediaType(field: string, value: string): void {
  if (value.length <= 255 && MEDIA_TYPE.test(value)) return;
  throw invalidField(
    field,
    'is not a media type; send one such as application/pdf, or leave it out.',
    'no es un tipo de medio; envíe uno como application/pdf u omítalo.',
  );
}

// A byte order mark is kept, so that the text comes back exactly as sent.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function decodeUtf8(field: string, bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw invalidField(
      field,
      'is not valid UTF-8; send all text as UTF-8.',
      'no es UTF-8 válido; envíe todo el texto en UTF-8.',
      cause,
    );
  }
}

/**
 * The error for a text that is longer than `maxBytesOf` allows for its field. Such a text is never buffered in full.
 */
export function tooLong(field: string): AppError {
  const kib = maxBytesOf(field) / 1024;
  return invalidField(field, `is longer than ${kib} KiB; shorten it.`, `ocupa más de ${kib} KiB; acórtelo.`);
}

/**
 * Quotes the name of an unknown field, which is the caller's text: it is shortened and escaped before it appears in a
 * message.
 */
export function quoteName(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}

/**
 * Buffers one small text that may arrive in pieces. The pieces are copied, so that no buffer of the socket is kept
 * alive.
 */
export class GatheredBytes {
  #bytes = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(bytes: Uint8Array): void {
    const length = this.#length + bytes.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(256, 2 * length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = length;
  }

  /** The bytes so far; valid until the next `add`. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Returns the bytes and starts empty again; valid until the next `add`. */
  take(): Buffer {
    const view = this.view();
    this.#length = 0;
    return view;
  }
}
