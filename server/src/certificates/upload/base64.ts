/** Decodes the value of `file_base64` as it arrives: strict base64 inside a JSON string. */

import { badEscape, malformedJson } from '../../http/bodies/json-errors.ts';
import { AppError } from '../../kernel/errors.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The size of a piece, a multiple of three. Hashing and writing a few large pieces costs less than many small ones.
 */
const PIECE_BYTES = 3 << 16;

/**
 * A strict decoder (RFC 4648 §3.2, §3.3, §3.5): standard alphabet, padding, and no extra bits or characters, so that
 * each file has exactly one encoding. The engine decodes whole runs. What it refuses is read again character by
 * character, which handles every escape and tells a broken JSON string from broken base64.
 */
export class Base64Decoder {
  #bits = 0;
  #letters = 0;
  #pads = 0;
  /** The position in an escape: 0 outside, 1 after its backslash, 2 to 5 while reading the digits of `\u`. */
  #escape = 0;
  #escapedCode = 0;
  #hasEscapes = false;
  /** The piece that is being filled, and its length so far. It is handed over when it is full. */
  #piece = new Uint8Array();
  #length = 0;
  #full: Uint8Array[] = [];
  #handedOver = 0;

  get decodedBytes(): number {
    return this.#handedOver + this.#length;
  }

  get heldBytes(): number {
    return this.#length + this.#letters + this.#pads + this.#escape;
  }

  /**
   * Decodes `chunk` from `at` to `end` and returns the pieces that are full. If `hasMore` is false, the text ends
   * there.
   */
  decode(chunk: Buffer, at: number, end: number, hasMore: boolean): Uint8Array[] {
    let next = at;
    while (next < end) {
      if (this.#piece.length === 0) this.#openPiece(hasMore ? PIECE_BYTES : ((end - next + 7) >> 2) * 3);
      if (this.#letters > 0 || this.#escape > 0) {
        this.#readByte(chunk[next++] as number);
        continue;
      }
      const runEnd = Math.min(end, next + ((this.#piece.length - this.#length) / 3) * 4);
      if (!this.#decodeRun(chunk.toString('latin1', next, runEnd))) {
        for (let i = next; i < runEnd; i++) this.#readByte(chunk[i] as number);
      }
      next = runEnd;
    }
    return this.#full.splice(0);
  }

  /** Returns what has not been handed over yet. */
  end(): Uint8Array[] {
    if (this.#escape > 0) this.#readEscape(QUOTE);
    const spareBits = this.#letters === 2 ? 0xf : 0x3;
    const isWhole = this.#letters === 0 || this.#letters + this.#pads === 4;
    if (!isWhole || (this.#bits & spareBits) !== 0) throw invalidBase64();
    if (this.#piece.length === 0) this.#openPiece(3);
    if (this.#letters === 2) this.#piece[this.#length++] = this.#bits >> 4;
    if (this.#letters === 3) {
      this.#piece[this.#length++] = this.#bits >> 10;
      this.#piece[this.#length++] = this.#bits >> 2;
    }
    // The piece is cut to its length: a buffer that shares no memory can be released as soon as it is written.
    this.#piece = new Uint8Array(this.#piece.buffer.transfer(this.#length));
    if (this.#length > 0) this.#handOver();
    return this.#full.splice(0);
  }

  #openPiece(bytes: number): void {
    this.#piece = new Uint8Array(Buffer.allocUnsafeSlow(Math.min(bytes, PIECE_BYTES)).buffer);
  }

  #handOver(): void {
    this.#full.push(this.#piece);
    this.#handedOver += this.#length;
    this.#piece = new Uint8Array();
    this.#length = 0;
  }

  /**
   * Decodes a run. Returns false and decodes nothing if it has anything but letters and the two escapes that encoders
   * write. Escapes are searched for only once the engine has met one: most encoders write none, and the search costs
   * a fifth of decoding.
   */
  #decodeRun(text: string): boolean {
    if (!this.#hasEscapes && this.#decodeLetters(text)) return true;
    this.#hasEscapes ||= text.includes('\\');
    return this.#hasEscapes && this.#decodeLetters(text.replace(/\\\//g, '/').replace(/\\u002B/g, '+'));
  }

  /** Decodes a run of letters. Returns false and decodes nothing if it has anything else. */
  #decodeLetters(run: string): boolean {
    const wholeLength = run.length - (run.length % 4);
    const length = run[wholeLength - 1] === '=' ? wholeLength - 4 : wholeLength;
    const rest = run.slice(length);
    // A remaining backslash is an escaped one, or its escape continues in the next chunk.
    if (rest.includes('\\')) return false;
    try {
      const target = this.#piece.subarray(this.#length);
      const { written } = target.setFromBase64(run.slice(0, length), STRICT);
      // The engine skips white space without an error; only the number of written bytes shows that.
      if (written !== (length / 4) * 3) return false;
      this.#length += written;
    } catch {
      return false;
    }
    if (this.#length === this.#piece.length) this.#handOver();
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
    this.#piece[this.#length++] = this.#bits >> 16;
    this.#piece[this.#length++] = this.#bits >> 8;
    this.#piece[this.#length++] = this.#bits;
    this.#bits = 0;
    this.#letters = 0;
    if (this.#length === this.#piece.length) this.#handOver();
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
