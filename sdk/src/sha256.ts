/** SHA-256 in parts (FIPS 180-4), for browsers: WebCrypto takes a file only whole. */

const ROUND_CONSTANTS = constantsOf((prime) => Math.cbrt(prime), 64);
const START = constantsOf((prime) => Math.sqrt(prime), 8);
const BLOCK = 64;

/** The first 32 bits of the fractional parts of the square or cube roots of the first primes. */
function constantsOf(root: (prime: number) => number, count: number): Int32Array {
  const words = new Int32Array(count);
  for (let prime = 2, found = 0; found < count; prime += 1) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= prime; divisor += 1) isPrime &&= prime % divisor !== 0;
    if (!isPrime) continue;
    words[found] = (root(prime) % 1) * 2 ** 32;
    found += 1;
  }
  return words;
}

export async function sha256InParts(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const state = START.slice();
  const schedule = new Int32Array(64);
  const waiting = new Uint8Array(BLOCK);
  let filled = 0;
  let length = 0;
  const take = (chunk: Uint8Array) => {
    let at = 0;
    while (at < chunk.length) {
      if (filled === 0 && chunk.length - at >= BLOCK) {
        compress(state, schedule, chunk, at);
        at += BLOCK;
        continue;
      }
      const piece = chunk.subarray(at, at + BLOCK - filled);
      waiting.set(piece, filled);
      filled += piece.length;
      at += piece.length;
      if (filled === BLOCK) {
        compress(state, schedule, waiting, 0);
        filled = 0;
      }
    }
  };
  for await (const chunk of chunks) {
    take(chunk);
    length += chunk.length;
  }
  take(paddingAfter(length));
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** A one bit, zero bits, and the length in bits. */
function paddingAfter(length: number): Uint8Array {
  const zeros = (BLOCK + 55 - (length % BLOCK)) % BLOCK;
  const padding = new Uint8Array(1 + zeros + 8);
  padding[0] = 0x80;
  const view = new DataView(padding.buffer);
  view.setUint32(1 + zeros, Math.floor((length * 8) / 2 ** 32));
  view.setUint32(5 + zeros, (length * 8) >>> 0);
  return padding;
}

function compress(state: Int32Array, w: Int32Array, block: Uint8Array, at: number): void {
  for (let t = 0, i = at; t < 16; t += 1, i += 4)
    w[t] =
      (byte(block, i) << 24) | (byte(block, i + 1) << 16) | (byte(block, i + 2) << 8) | byte(block, i + 3);
  for (let t = 16; t < 64; t += 1) {
    const x = word(w, t - 15);
    const y = word(w, t - 2);
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w[t] = (word(w, t - 16) + s0 + word(w, t - 7) + s1) | 0;
  }
  let a = word(state, 0);
  let b = word(state, 1);
  let c = word(state, 2);
  let d = word(state, 3);
  let e = word(state, 4);
  let f = word(state, 5);
  let g = word(state, 6);
  let h = word(state, 7);
  for (let t = 0; t < 64; t += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + word(ROUND_CONSTANTS, t) + word(w, t)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + s0 + ((b & c) ^ (b & d) ^ (c & d))) | 0;
  }
  add(state, 0, a);
  add(state, 1, b);
  add(state, 2, c);
  add(state, 3, d);
  add(state, 4, e);
  add(state, 5, f);
  add(state, 6, g);
  add(state, 7, h);
}

function word(words: Int32Array, index: number): number {
  return words[index] ?? 0;
}

function byte(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}

function add(state: Int32Array, index: number, value: number): void {
  state[index] = (word(state, index) + value) | 0;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
