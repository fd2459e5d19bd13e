/**
 * Writes DER backwards: the content of an element is written before its header, so every length is known and nothing is
 * copied twice. Only what every certificate needs is written this way, for speed; everywhere else `der-writer.ts` is
 * easier to read.
 */

export class DerPage {
  readonly #bytes: Uint8Array;
  #start: number;

  /** Writing more than `capacity` bytes is a bug and throws. */
  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
    this.#start = capacity;
  }

  /** Where the next element to be written will end. */
  get end(): number {
    return this.#start;
  }

  /** Writes elements that are already encoded, or content without a header. */
  put(bytes: Uint8Array): void {
    this.#start -= bytes.length;
    this.#bytes.set(bytes, this.#start);
  }

  octet(value: number): void {
    if (this.#start === 0) throw new RangeError('The page is full');
    this.#start -= 1;
    this.#bytes[this.#start] = value;
  }

  /** Makes one element whose content is everything written since `end`. */
  wrap(tag: number, end: number): void {
    const length = end - this.#start;
    if (length < 0x80) {
      this.octet(length);
    } else {
      let octets = 0;
      for (let rest = length; rest > 0; rest >>>= 8) {
        this.octet(rest & 0xff);
        octets += 1;
      }
      this.octet(0x80 | octets);
    }
    this.octet(tag);
  }

  /** The bytes from the element written last up to `end`. They share memory with the page. */
  upTo(end: number): Uint8Array {
    return this.#bytes.subarray(this.#start, end);
  }
}
