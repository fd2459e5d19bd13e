/** Decodes the value of `file_base64` as it arrives: strict base64 inside a JSON string. */

import { AppError } from '../../kernel/errors.ts';
import { badEscape, malformedJson } from './json-errors.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Strict (RFC 4648 §3.2, §3.3, §3.5): standard alphabet, padding, no stray bits or characters, so that each file has
 * exactly one encoding. The engine decodes whole runs; what it refuses is read again letter by letter, which handles
 * every escape and tells a broken JSON string from broken base64.
 */
export class Base64Decoder {
  #bits = 0;
  #letters = 0;
  #pads = 0;
  /** 0 outside an escape, 1 after its backslash, 2 to 5 while reading the digits of `\u`. */
  #escape = 0;
  #escapedCode = 0;
  #out = Buffer.alloc(0);
  #length = 0;

  get heldChars(): number {
    return this.#letters + this.#pads + this.#escape;
  }

  decode(chunk: Buffer, at: number, end: number): Uint8Array {
    this.#out = Buffer.allocUnsafeSlow(((end - at + 3) >> 2) * 3);
    this.#length = 0;
    let next = at;
    while (next < end && (this.#letters > 0 || this.#escape > 0)) this.#readByte(chunk[next++] as number);
    if (!this.#decodeRun(chunk.toString('latin1', next, end))) {
      while (next < end) this.#readByte(chunk[next++] as number);
    }
    // Trimmed to its length: a buffer that shares no memory can be released as soon as it is written.
    const bytes = new Uint8Array(this.#out.buffer.transfer(this.#length));
    this.#out = Buffer.alloc(0);
    return bytes;
  }

  /** Returns the last one or two bytes, if the text ended with padding. */
  end(): Uint8Array {
    if (this.#escape > 0) this.#readEscape(QUOTE);
    const spareBits = this.#letters === 2 ? 0xf : 0x3;
    const isWhole = this.#letters === 0 || this.#letters + this.#pads === 4;
    if (!isWhole || (this.#bits & spareBits) !== 0) throw invalidBase64();
    if (this.#letters === 0) return new Uint8Array();
    return this.#letters === 2
      ? Uint8Array.of(this.#bits >> 4)
      : Uint8Array.of(this.#bits >> 10, (this.#bits >> 2) & 0xff);
  }

  /** False, with nothing decoded, if the run has anything but letters and the two escapes that encoders write. */
  #decodeRun(text: string): boolean {
    const run = text.includes('\\') ? text.replace(/\\\//g, '/').replace(/\\u002B/g, '+') : text;
    const wholeLength = run.length - (run.length % 4);
    const length = run[wholeLength - 1] === '=' ? wholeLength - 4 : wholeLength;
    const rest = run.slice(length);
    // A remaining backslash is an escaped backslash, or its escape continues in the next chunk.
    if (rest.includes('\\')) return false;
    try {
      const target = this.#out.subarray(this.#length);
      const { written } = target.setFromBase64(run.slice(0, length), STRICT);
      // It skips white space silently; only the count of written bytes shows it.
      if (written !== (length / 4) * 3) return false;
      this.#length += written;
    } catch {
      return false;
    }
    for (let i = 0; i < rest.length; i++) this.#readByte(rest.charCodeAt(i));
    return true;
  }

  #readByte(byte: number): void {
    if (this.#escape > 0) this.#readEscape(byte);
    else if (byte === BACKSLASH) this.#escape = 1;
    else if (byte >= 0x20) this.#readLetter(byte);
    else
      throw malformedJson(
        'a string contains a control character',
        'una cadena contiene un carácter de control',
      );
  }

  #readEscape(byte: number): void {
    if (this.#escape > 1) {
      const digit = Number.parseInt(String.fromCharCode(byte), 16);
      if (Number.isNaN(digit)) throw badEscape();
      this.#escapedCode = (this.#escapedCode << 4) | digit;
      this.#escape++;
      if (this.#escape < 6) return;
      this.#escape = 0;
      this.#readLetter(this.#escapedCode);
    } else if (byte === 0x75) {
      this.#escape = 2;
      this.#escapedCode = 0;
    } else if (byte === 0x2f) {
      this.#escape = 0;
      this.#readLetter(byte);
    } else {
      throw '"\\bfnrt'.includes(String.fromCharCode(byte)) ? invalidBase64() : badEscape();
    }
  }

  #readLetter(code: number): void {
    if (code === 0x3d && this.#letters >= 2) {
      this.#pads++;
      return;
    }
    const value = LETTER_VALUES[code] ?? -1;
    if (value < 0 || this.#pads > 0) throw invalidBase64();
    this.#bits = (this.#bits << 6) | value;
    this.#letters++;
    if (this.#letters < 4) return;
    this.#out[this.#length++] = this.#bits >> 16;
    this.#out[this.#length++] = this.#bits >> 8;
    this.#out[this.#length++] = this.#bits;
    this.#bits = 0;
    this.#letters = 0;
  }
}

const STRICT = { lastChunkHandling: 'strict' } as const;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const LETTER_VALUES = new Int8Array(128).fill(-1);
for (let value = 0; value < 64; value++) LETTER_VALUES[ALPHABET.charCodeAt(value)] = value;

function invalidBase64(): AppError {
  return new AppError('invalid_base64', {
    en: 'file_base64 is not strict base64; use the standard alphabet (A–Z a–z 0–9 + /) with = padding and no line breaks.',
    es: 'file_base64 no es base64 estricto; use el alfabeto estándar (A–Z a–z 0–9 + /) con relleno = y sin saltos de línea.',
  });
}
