/**
 * Decompression (RFC 1951, RFC 1950), for the compressed parts of archives and PDF files. Implemented here because the
 * platforms' own functions are asynchronous and do not report bytes after the compressed data.
 */

import { ProofError } from '../proof-error.ts';

/** Throws a `ProofError` unless the whole input is one DEFLATE stream that decompresses to at most `maxBytes`. */
export function inflateRaw(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const input = new BitReader(bytes);
  const output = inflateFrom(input, maxBytes);
  input.assertEnd();
  return output;
}

/**
 * Decompresses the zlib stream at the beginning of the input. Its checksum and the bytes after it are ignored: streams
 * in PDF files may end in a line break that their length includes, and every PDF reader accepts a wrong checksum.
 */
export function inflateZlibStart(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (((bytes[0] ?? 0) & 0x0f) !== 8 || ((bytes[1] ?? 0) & 0x20) !== 0)
    throw malformed('it does not begin as RFC 1950 says');
  return inflateFrom(new BitReader(bytes.subarray(2)), maxBytes);
}

function inflateFrom(input: BitReader, maxBytes: number): Uint8Array {
  const output = new Output(maxBytes);
  let isLast = false;
  while (!isLast) {
    isLast = input.bits(1) === 1;
    readBlock(input, output);
  }
  return output.bytes();
}

/**
 * Does what `inflateRaw` does, for the zlib format (RFC 1950): two octets before the stream and a checksum after it.
 */
export function inflateZlib(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const [method = 0, flags = 0] = bytes;
  // 8: DEFLATE with a window of at most 32 KiB; bit 5 would announce a preset dictionary, which is not supported.
  if ((method & 0x0f) !== 8 || method >> 4 > 7 || (method * 256 + flags) % 31 !== 0 || flags & 0x20)
    throw malformed('it does not begin as RFC 1950 says');
  if (bytes.length < 6) throw malformed('it ends too early');
  const content = inflateRaw(bytes.subarray(2, -4), maxBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(bytes.length - 4) !== adler32(content)) throw malformed('its checksum is another');
  return content;
}

function readBlock(input: BitReader, output: Output): void {
  const type = input.bits(2);
  if (type === 0) readStored(input, output);
  else if (type === 1) readCodes(input, output, FIXED_LITERALS, FIXED_DISTANCES);
  else if (type === 2) {
    const { literals, distances } = readTables(input);
    readCodes(input, output, literals, distances);
  } else throw malformed('a block has an unknown type');
}

function readStored(input: BitReader, output: Output): void {
  input.skipToOctet();
  const length = input.bits(16);
  if ((length ^ 0xffff) !== input.bits(16)) throw malformed('the length of a block is damaged');
  for (let i = 0; i < length; i += 1) output.write(input.bits(8));
}

const END_OF_BLOCK = 256;

function readCodes(input: BitReader, output: Output, literals: Huffman, distances: Huffman): void {
  for (;;) {
    const symbol = readSymbol(input, literals);
    if (symbol === END_OF_BLOCK) return;
    if (symbol < END_OF_BLOCK) output.write(symbol);
    else {
      const length = readExtended(input, LENGTHS, symbol - END_OF_BLOCK - 1);
      const distance = readExtended(input, DISTANCES, readSymbol(input, distances));
      output.repeat(distance, length);
    }
  }
}

/** RFC 1951 §3.2.5: the smallest value of each symbol, and how many bits follow it. */
type Range = { base: number; extraBits: number };

function readExtended(input: BitReader, ranges: readonly Range[], symbol: number): number {
  const range = ranges[symbol];
  if (range === undefined) throw malformed('a length or distance is unknown');
  return range.base + input.bits(range.extraBits);
}

/**
 * Ranges of symbols in groups of `size`. The first two groups have no extra bits, and each later group has one bit more
 * than the group before it.
 */
function ranges(first: number, size: number, count: number): Range[] {
  let base = first;
  return Array.from({ length: count }, (_, symbol) => {
    const extraBits = Math.max(0, Math.floor(symbol / size) - 1);
    const range = { base, extraBits };
    base += 1 << extraBits;
    return range;
  });
}

/** The last length is an exception of the format: 258, without extra bits. */
const LENGTHS = [...ranges(3, 4, 28), { base: 258, extraBits: 0 }];
const DISTANCES = ranges(1, 2, 30);

// ── Huffman codes (§3.2.2) ───────────────────────────────────────────────────

/** How many codes there are of each length, and the symbols in the order of their codes. */
type Huffman = { counts: Uint16Array; symbols: Uint16Array };

const LONGEST_CODE = 15;

function huffman(lengths: readonly number[]): Huffman {
  const counts = new Uint16Array(LONGEST_CODE + 1);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  counts[0] = 0;
  const starts = new Uint16Array(LONGEST_CODE + 2);
  let room = 1;
  for (let length = 1; length <= LONGEST_CODE; length += 1) {
    const count = counts[length] ?? 0;
    room = 2 * room - count;
    if (room < 0) throw malformed('it has more codes than fit');
    starts[length + 1] = (starts[length] ?? 0) + count;
  }
  const symbols = new Uint16Array(lengths.length);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const place = starts[length] ?? 0;
    symbols[place] = symbol;
    starts[length] = place + 1;
  }
  return { counts, symbols };
}

function readSymbol(input: BitReader, { counts, symbols }: Huffman): number {
  let code = 0;
  let first = 0;
  let place = 0;
  for (let length = 1; length <= LONGEST_CODE; length += 1) {
    code |= input.bits(1);
    const count = counts[length] ?? 0;
    if (code - first < count) return symbols[place + code - first] ?? 0;
    place += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  throw malformed('a code is unknown');
}

const FIXED_LITERALS = huffman([
  ...Array<number>(144).fill(8),
  ...Array<number>(112).fill(9),
  ...Array<number>(24).fill(7),
  ...Array<number>(8).fill(8),
]);
const FIXED_DISTANCES = huffman(Array<number>(30).fill(5));

/** §3.2.7: the lengths of the codes are themselves coded, in this order. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function readTables(input: BitReader): { literals: Huffman; distances: Huffman } {
  const literalCount = input.bits(5) + 257;
  const distanceCount = input.bits(5) + 1;
  const lengthCount = input.bits(4) + 4;
  const ofLengths = Array<number>(19).fill(0);
  for (const place of LENGTH_ORDER.slice(0, lengthCount)) ofLengths[place] = input.bits(3);
  const lengths = readLengths(input, huffman(ofLengths), literalCount + distanceCount);
  if (lengths[END_OF_BLOCK] === 0) throw malformed('a block has no end');
  return {
    literals: huffman(lengths.slice(0, literalCount)),
    distances: huffman(lengths.slice(literalCount)),
  };
}

function readLengths(input: BitReader, codes: Huffman, count: number): number[] {
  const lengths: number[] = [];
  while (lengths.length < count) {
    const symbol = readSymbol(input, codes);
    if (symbol < 16) lengths.push(symbol);
    else if (symbol === 16) repeatLength(lengths, lengths.at(-1), 3 + input.bits(2));
    else repeatLength(lengths, 0, symbol === 17 ? 3 + input.bits(3) : 11 + input.bits(7));
  }
  if (lengths.length > count) throw malformed('it has too many codes');
  return lengths;
}

function repeatLength(lengths: number[], length: number | undefined, times: number): void {
  if (length === undefined) throw malformed('a length repeats nothing');
  for (let i = 0; i < times; i += 1) lengths.push(length);
}

// ── Bits in, octets out ──────────────────────────────────────────────────────

class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #held = 0;
  #heldBits = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The least significant bit comes first (§3.1.1). */
  bits(count: number): number {
    while (this.#heldBits < count) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw malformed('it ends too early');
      this.#at += 1;
      this.#held |= byte << this.#heldBits;
      this.#heldBits += 8;
    }
    const value = this.#held & ((1 << count) - 1);
    this.#held >>>= count;
    this.#heldBits -= count;
    return value;
  }

  skipToOctet(): void {
    this.bits(this.#heldBits % 8);
  }

  assertEnd(): void {
    if (this.#at !== this.#bytes.length || this.#heldBits >= 8) throw malformed('bytes follow its end');
  }
}

class Output {
  readonly #maxBytes: number;
  #buffer: Uint8Array;
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#buffer = new Uint8Array(Math.min(maxBytes, 1 << 16));
  }

  write(byte: number): void {
    this.#makeRoom(1);
    this.#buffer[this.#length] = byte;
    this.#length += 1;
  }

  repeat(distance: number, length: number): void {
    if (distance > this.#length) throw malformed('it refers to what was before its beginning');
    this.#makeRoom(length);
    // Copies byte by byte, because the source may overlap the bytes being written.
    for (let i = 0; i < length; i += 1) {
      this.#buffer[this.#length] = this.#buffer[this.#length - distance] ?? 0;
      this.#length += 1;
    }
  }

  bytes(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
  }

  /** A few compressed bytes can expand to gigabytes: the limit is checked before memory is allocated. */
  #makeRoom(more: number): void {
    const wanted = this.#length + more;
    if (wanted > this.#maxBytes) throw malformed('it decompresses to more than it may');
    if (wanted <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.min(this.#maxBytes, Math.max(wanted, 2 * this.#buffer.length)));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}

function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}

function malformed(why: string): ProofError {
  return new ProofError('compression_malformed', `a compressed part cannot be read: ${why}`);
}
