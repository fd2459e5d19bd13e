/**
 * A streaming parser for multipart/form-data (RFC 7578, RFC 2046 §5.1). It is strict and refuses ambiguous bodies.
 */

import type { BodyParser } from './body-parser.ts';
import { malformedMultipart as malformed } from './multipart-errors.ts';
import { type PartHeaders, readPartHeaders } from './part-headers.ts';
import { GatheredBytes } from './upload-text.ts';

/** Which parts a route accepts, and what is done with them. */
export type MultipartForm<Result> = {
  /**
   * Called when a part begins. `file`: its bytes are passed on as they arrive; only one part may be a file. `gathered`:
   * its bytes are collected, at most `maxBytes`. `ignored`: its bytes are counted and dropped. Throws if the part is
   * refused.
   */
  begin(headers: PartHeaders): { kind: 'file' } | { kind: 'gathered' | 'ignored'; maxBytes: number };
  /** A gathered part has ended. Its bytes may be used only until the call returns. */
  keep(headers: PartHeaders, bytes: Uint8Array): void;
  /** A part other than the file is longer than its limit. */
  refuseLong(headers: PartHeaders): Error;
  /** The body is complete. */
  end(): Result;
  /** How many bytes of gathered parts are held now. */
  readonly keptBytes: number;
};

const MAX_PARTS = 32;
const MAX_HEADER_BYTES = 8_192;
/** The most bytes before the first boundary and after the last one. */
const MAX_STRAY_BYTES = 8_192;

type Part = { headers: PartHeaders } & ReturnType<MultipartForm<unknown>['begin']>;

export class MultipartParser<Result> implements BodyParser<Result> {
  /**
   * The delimiter is CR LF `--` and the boundary. No boundary contains CR, so a partial match can only begin at the
   * last CR seen.
   */
  readonly #delimiter: Buffer;
  #state: 'preamble' | 'boundary' | 'headers' | 'content' | 'epilogue' = 'preamble';
  /** How many bytes of the delimiter are at the end of what was read so far. */
  #matched = 2;
  /**
   * How many of these bytes come before the content: at the start of the body or right after the blank line, the CR LF
   * of a delimiter is not content.
   */
  #borrowed = 2;
  /** The two bytes after a boundary. */
  #ending = '';
  #part: Part | undefined;
  #partCount = 0;
  #strayBytes = 0;
  #pieces: Uint8Array[] = [];
  #fileBytes = 0;
  readonly #gathered = new GatheredBytes();
  readonly #form: MultipartForm<Result>;

  constructor(boundary: string, form: MultipartForm<Result>) {
    this.#form = form;
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  get fileBytes(): number {
    return this.#fileBytes;
  }

  get heldBytes(): number {
    return this.#gathered.length + this.#matched + this.#form.keptBytes;
  }

  push(chunk: Buffer): Uint8Array[] {
    this.#pieces = [];
    let at = 0;
    while (at < chunk.length) at = this.#step(chunk, at);
    return this.#pieces;
  }

  end(): Result {
    if (this.#state !== 'epilogue' || this.#ending.length === 1) {
      throw malformed('the closing boundary is missing', 'falta el boundary de cierre');
    }
    return this.#form.end();
  }

  #step(chunk: Buffer, at: number): number {
    switch (this.#state) {
      case 'preamble':
      case 'content':
        return this.#matched > 0 ? this.#resumeMatch(chunk, at) : this.#readContent(chunk, at);
      case 'boundary':
        return this.#readBoundaryEnd(chunk, at);
      case 'headers':
        return this.#readHeaders(chunk, at);
      case 'epilogue':
        return this.#readEpilogue(chunk, at);
    }
  }

  #readContent(chunk: Buffer, at: number): number {
    const found = chunk.indexOf(this.#delimiter, at);
    if (found >= 0) {
      this.#takeContent(chunk.subarray(at, found));
      this.#endContent();
      return found + this.#delimiter.length;
    }
    const cr = chunk.lastIndexOf(0x0d);
    const tail = cr >= at && chunk.length - cr < this.#delimiter.length ? chunk.length - cr : 0;
    if (tail > 0 && this.#delimiter.compare(chunk, cr, chunk.length, 0, tail) === 0) this.#matched = tail;
    // Inside a file nearly every chunk is all content. Then the chunk itself is passed on, and not a view of it.
    const isAllContent = at === 0 && this.#matched === 0;
    this.#takeContent(isAllContent ? chunk : chunk.subarray(at, chunk.length - this.#matched));
    return chunk.length;
  }

  #resumeMatch(chunk: Buffer, at: number): number {
    const { length } = this.#delimiter;
    const more = Math.min(length - this.#matched, chunk.length - at);
    if (this.#delimiter.compare(chunk, at, at + more, this.#matched, this.#matched + more) === 0) {
      this.#matched += more;
      if (this.#matched === length) this.#endContent();
      return at + more;
    }
    const content = this.#delimiter.subarray(this.#borrowed, this.#matched);
    this.#matched = 0;
    this.#borrowed = 0;
    this.#takeContent(content);
    return at;
  }

  #takeContent(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#part === undefined) this.#countStray(bytes.length);
    else if (this.#part.kind === 'file') {
      this.#fileBytes += bytes.length;
      this.#pieces.push(bytes);
    } else this.#gather(bytes, this.#part);
  }

  #gather(bytes: Buffer, { headers, maxBytes }: Exclude<Part, { kind: 'file' }>): void {
    if (this.#gathered.length + bytes.length > maxBytes) throw this.#form.refuseLong(headers);
    this.#gathered.add(bytes);
  }

  #endContent(): void {
    // There is a boundary directly after the blank line: the part has headers but no body, not even an empty one.
    if (this.#part !== undefined && this.#borrowed > 0) {
      throw malformed('a part ends right after its headers', 'una parte termina justo tras sus encabezados');
    }
    const bytes = this.#gathered.take();
    if (this.#part?.kind === 'gathered') this.#form.keep(this.#part.headers, bytes);
    this.#state = 'boundary';
    this.#ending = '';
    this.#matched = 0;
  }

  #readBoundaryEnd(chunk: Buffer, at: number): number {
    this.#ending += String.fromCharCode(chunk[at] as number);
    if (this.#ending.length === 2) {
      if (this.#ending === '\r\n') this.#state = 'headers';
      else if (this.#ending === '--') this.#state = 'epilogue';
      else throw malformed('a boundary does not end its line', 'un boundary no termina su línea');
      this.#ending = '';
    }
    return at + 1;
  }

  #readHeaders(chunk: Buffer, at: number): number {
    const before = this.#gathered.length;
    // Nearly always the headers are in one chunk, and need not be copied.
    const whole =
      before === 0 ? chunk.subarray(at, at + MAX_HEADER_BYTES).indexOf('\r\n\r\n', 0, 'latin1') : -1;
    if (whole >= 0) {
      this.#beginPart(readPartHeaders(chunk.subarray(at, at + whole)));
      return at + whole + 4;
    }
    this.#gathered.add(chunk.subarray(at, at + MAX_HEADER_BYTES - before));
    const block = this.#gathered.view();
    const end = block.indexOf('\r\n\r\n', Math.max(0, before - 3), 'latin1');
    if (end >= 0) {
      this.#gathered.take();
      this.#beginPart(readPartHeaders(block.subarray(0, end)));
      return at + end + 4 - before;
    }
    if (block.length === MAX_HEADER_BYTES) {
      throw malformed('the headers of a part exceed 8 KiB', 'los encabezados de una parte pasan de 8 KiB');
    }
    return chunk.length;
  }

  #beginPart(headers: PartHeaders): void {
    this.#partCount++;
    if (this.#partCount > MAX_PARTS) {
      throw malformed(`there are more than ${MAX_PARTS} parts`, `hay más de ${MAX_PARTS} partes`);
    }
    this.#part = { headers, ...this.#form.begin(headers) };
    this.#state = 'content';
    this.#matched = 2;
    this.#borrowed = 2;
  }

  #readEpilogue(chunk: Buffer, at: number): number {
    if (this.#ending.length < 2) {
      this.#ending += String.fromCharCode(chunk[at] as number);
      if (!'\r\n'.startsWith(this.#ending)) {
        throw malformed('something follows the closing boundary', 'algo sigue al boundary de cierre');
      }
      return at + 1;
    }
    this.#countStray(chunk.length - at);
    return chunk.length;
  }

  #countStray(bytes: number): void {
    this.#strayBytes += bytes;
    if (this.#strayBytes > MAX_STRAY_BYTES) {
      throw malformed('there are more than 8 KiB outside the parts', 'hay más de 8 KiB fuera de las partes');
    }
  }
}
