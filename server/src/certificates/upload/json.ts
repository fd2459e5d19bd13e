/// <reference lib="esnext.typedarrays" />
/** Reads the JSON form of an upload token by token. `file_base64` is decoded as it arrives and never buffered. */

import { malformedJson as malformed } from '../../http/bodies/json-errors.ts';
import { JsonLimits } from '../../http/bodies/json-limits.ts';
import { AppError } from '../../kernel/errors.ts';
import { releaseMemory } from '../../kernel/pacing/release-memory.ts';
import { Base64Decoder } from './base64.ts';
import type { BodyParser } from './body-parser.ts';
import { type JsonListener, JsonScanner, type JsonToken } from './json-scanner.ts';
import { isJsonField, notText, UploadFields } from './upload-fields.ts';
import { decodeUtf8, GatheredBytes, maxBytesOf, quoteName, tooLong } from './upload-text.ts';

/** The limits of a value. A value of an unknown member costs as much as one of ours. */
const MOST = { depth: 16, values: 2_000, names: 1_000 };
const MAX_MEMBERS = 256;
const MAX_OTHER_BYTES = 1_048_576;

const QUOTE = 0x22;

export class JsonParser implements BodyParser {
  #key = '';
  #otherBytes = 0;
  #memberCount = 0;
  #hasFile = false;
  #isInFile = false;
  readonly #base64 = new Base64Decoder();
  readonly #token = new GatheredBytes();
  readonly #limits = new JsonLimits(MOST);
  readonly #fields = new UploadFields();
  readonly #scanner: JsonScanner;

  constructor() {
    const listener: JsonListener = {
      onBytes: (bytes, token) => this.#gather(bytes, token),
      onEnd: (token) => this.#endToken(token),
      takesOver: (firstByte) => this.#beginFile(firstByte),
      unexpected: (where) => (where === 'object' ? notObject() : undefined),
    };
    this.#scanner = new JsonScanner(listener, MOST.depth);
  }

  get fileBytes(): number {
    return this.#base64.decodedBytes;
  }

  get heldBytes(): number {
    return this.#token.length + this.#base64.heldBytes;
  }

  push(chunk: Buffer): Uint8Array[] {
    const pieces: Uint8Array[] = [];
    let at = 0;
    while (at < chunk.length) {
      const start = at;
      if (this.#isInFile) {
        at = this.#readFile(chunk, at, pieces);
      } else {
        at = this.#scanner.step(chunk, at);
        this.#countOther(at - start);
      }
    }
    return pieces;
  }

  end() {
    this.#scanner.end();
    const form = { ...this.#fields.texts(), file: this.#fields.file() };
    return this.#hasFile ? form : { ...form, fingerprint: this.#fields.fingerprint() };
  }

  #beginFile(firstByte: number): boolean {
    if (this.#key !== 'file_base64') return false;
    // Clients that always send the same members send `null` here beside a fingerprint.
    if (firstByte === 0x6e) return false;
    if (firstByte !== QUOTE) throw notText('file_base64');
    this.#hasFile = true;
    this.#isInFile = true;
    return true;
  }

  #gather(bytes: Buffer, token: JsonToken): void {
    if (this.#token.length + bytes.length > maxBytesOf(this.#key)) throw tooLong(this.#nameOf(token));
    this.#token.add(bytes);
  }

  #endToken(token: JsonToken): { isList: boolean } {
    const text = this.#token.take();
    this.#limits.assertWithin(text);
    const value = parseJson(decodeUtf8(this.#nameOf(token), text));
    if (token === 'key') {
      this.#key = String(value);
      this.#countMember();
      if (isJsonField(this.#key)) this.#fields.claim(this.#key);
    } else if (isJsonField(this.#key)) this.#fields.keepJson(this.#key, value);
    return { isList: false };
  }

  /**
   * The name of a token for messages. The name of an unknown member is the caller's text and could be anything, so it
   * is quoted.
   */
  #nameOf(token: JsonToken): string {
    if (token === 'key') return 'key';
    return isJsonField(this.#key) ? this.#key : quoteName(this.#key);
  }

  #readFile(chunk: Buffer, at: number, pieces: Uint8Array[]): number {
    const quote = chunk.indexOf(QUOTE, at);
    const end = quote < 0 ? chunk.length : quote;
    pieces.push(...this.#base64.decode(chunk, at, end, quote < 0));
    if (quote < 0) {
      // The whole chunk was base64 and is decoded; it contains no other part of the body.
      if (at === 0) releaseMemory(chunk);
      return end;
    }
    pieces.push(...this.#base64.end());
    this.#isInFile = false;
    return quote + 1;
  }

  /** Counts the members. They are limited, because each one costs a call of `JSON.parse`, even an unknown one. */
  #countMember(): void {
    this.#memberCount++;
    if (this.#memberCount > MAX_MEMBERS) throw tooMuch(`${MAX_MEMBERS} members`, `${MAX_MEMBERS} miembros`);
  }

  #countOther(bytes: number): void {
    this.#otherBytes += bytes;
    if (this.#otherBytes > MAX_OTHER_BYTES)
      throw tooMuch('1 MiB besides file_base64', '1 MiB además de file_base64');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The cause is left out, because its message quotes the caller's text, which must not be logged.
    throw malformed('a value is not JSON', 'un valor no es JSON');
  }
}

function notObject(): AppError {
  return malformed(
    'it is not an object in UTF-8 without a byte order mark',
    'no es un objeto en UTF-8 sin marca de orden de bytes',
  );
}

function tooMuch(en: string, es: string): AppError {
  return new AppError('validation_failed', {
    en: `The body has more than ${en}; leave out what is not needed.`,
    es: `El cuerpo tiene más de ${es}; omita lo que no haga falta.`,
  });
}
