/// <reference lib="esnext.typedarrays" />
/** The JSON form of an upload, read token by token; `file_base64` is decoded as it arrives and never buffered. */

import { AppError } from '../../kernel/errors.ts';
import { releaseMemory } from '../../kernel/pacing/release-memory.ts';
import { Base64Decoder } from './base64.ts';
import type { BodyParser } from './body-parser.ts';
import { malformedJson as malformed } from './json-errors.ts';
import { isJsonField, notText, UploadFields } from './upload-fields.ts';
import { decodeUtf8, GatheredBytes, maxBytesOf, quoteName, tooLong } from './upload-text.ts';

const MAX_DEPTH = 16;
const MAX_MEMBERS = 256;
const MAX_OTHER_BYTES = 1_048_576;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

type Expected = 'object' | 'first key' | 'key' | 'colon' | 'value' | 'comma' | 'nothing';
type Token = 'key' | 'value' | 'file';

export class JsonParser implements BodyParser {
  #expects: Expected = 'object';
  #inside: Token | undefined;
  #key = '';
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #otherBytes = 0;
  #memberCount = 0;
  #hasFile = false;
  readonly #base64 = new Base64Decoder();
  readonly #token = new GatheredBytes();
  readonly #fields = new UploadFields();

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
      if (this.#inside === 'file') {
        at = this.#readFile(chunk, at, pieces);
      } else {
        at = this.#inside === undefined ? this.#readBetween(chunk, at) : this.#readToken(chunk, at);
        this.#countOther(at - start);
      }
    }
    return pieces;
  }

  end() {
    if (this.#expects !== 'nothing') throw malformed('it ends too early', 'termina antes de tiempo');
    const form = { ...this.#fields.texts(), file: this.#fields.file() };
    return this.#hasFile ? form : { ...form, fingerprint: this.#fields.fingerprint() };
  }

  /** Reads one byte between two tokens: white space or the expected punctuation. */
  #readBetween(chunk: Buffer, at: number): number {
    const byte = chunk[at] as number;
    if (isSpace(byte)) return at + 1;
    switch (this.#expects) {
      case 'object':
        if (byte === OPEN_BRACE) return this.#expect('first key', at);
        break;
      case 'first key':
      case 'key':
        if (byte === QUOTE) return this.#enter('key', at);
        if (byte === CLOSE_BRACE && this.#expects === 'first key') return this.#expect('nothing', at);
        break;
      case 'colon':
        if (byte === COLON) return this.#expect('value', at);
        break;
      case 'value':
        if (this.#key !== 'file_base64') return this.#enter('value', at);
        if (byte === QUOTE) return this.#enter('file', at + 1);
        // Clients with a fixed form send `null` besides a fingerprint.
        if (byte === 0x6e) return this.#enter('value', at);
        throw notText('file_base64');
      case 'comma':
        if (byte === COMMA) return this.#expect('key', at);
        if (byte === CLOSE_BRACE) return this.#expect('nothing', at);
    }
    throw this.#expects === 'object'
      ? malformed(
          'it is not an object in UTF-8 without a byte order mark',
          'no es un objeto en UTF-8 sin marca de orden de bytes',
        )
      : malformed('there is an unexpected character', 'hay un carácter donde no puede haberlo');
  }

  #expect(what: Expected, at: number): number {
    this.#expects = what;
    return at + 1;
  }

  #enter(token: Token, at: number): number {
    this.#inside = token;
    this.#depth = 0;
    this.#isInString = false;
    this.#isEscaped = false;
    if (token === 'file') this.#hasFile = true;
    return at;
  }

  /** Only finds where the token ends; `JSON.parse` checks whether it is JSON. */
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
    if (this.#token.length + end - at > maxBytesOf(this.#key)) throw tooLong(this.#tokenName());
    this.#token.add(chunk.subarray(at, end));
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
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#depth++;
      if (this.#depth > MAX_DEPTH)
        throw malformed('it is nested too deeply', 'está anidado con demasiada profundidad');
    }
    if (byte !== CLOSE_BRACE && byte !== CLOSE_BRACKET) return false;
    this.#depth--;
    return this.#depth === 0;
  }

  #endToken(): void {
    const isKey = this.#inside === 'key';
    const value = parseJson(decodeUtf8(this.#tokenName(), this.#token.take()));
    this.#inside = undefined;
    if (isKey) {
      this.#key = String(value);
      this.#expects = 'colon';
      this.#countMember();
      if (isJsonField(this.#key)) this.#fields.claim(this.#key);
    } else {
      this.#expects = 'comma';
      if (isJsonField(this.#key)) this.#fields.keepJson(this.#key, value);
    }
  }

  /** For messages. The name of an unknown member is the caller's text and could be anything, so it is quoted. */
  #tokenName(): string {
    if (this.#inside === 'key') return 'key';
    return isJsonField(this.#key) ? this.#key : quoteName(this.#key);
  }

  #readFile(chunk: Buffer, at: number, pieces: Uint8Array[]): number {
    const quote = chunk.indexOf(QUOTE, at);
    const end = quote < 0 ? chunk.length : quote;
    pieces.push(...this.#base64.decode(chunk, at, end, quote < 0));
    if (quote < 0) {
      // The whole chunk was base64 and is decoded: it holds nothing else of this body.
      if (at === 0) releaseMemory(chunk);
      return end;
    }
    pieces.push(...this.#base64.end());
    this.#inside = undefined;
    this.#expects = 'comma';
    return quote + 1;
  }

  /** Limited, because each member costs a call of `JSON.parse`, even an unknown one. */
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

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function endsScalar(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isSpace(byte);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without the cause: its message quotes the caller's text, which must not be logged.
    throw malformed('a value is not JSON', 'un valor no es JSON');
  }
}

function tooMuch(en: string, es: string): AppError {
  return new AppError('validation_failed', {
    en: `The body has more than ${en}; leave out what is not needed.`,
    es: `El cuerpo tiene más de ${es}; omita lo que no haga falta.`,
  });
}
