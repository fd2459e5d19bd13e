/**
 * Verifies ML-DSA-44 (FIPS 204) where the platform cannot: in browsers and programs older than 2026. It uses no secret,
 * so its timing need not be constant. No signature can make a loop exceed its fixed bound.
 */

import { concatBytes, equalBytes } from '../encoding/bytes.ts';
import { shake } from './keccak.ts';

export const ML_DSA_44_KEY_BYTES = 1312;
export const ML_DSA_44_SIGNATURE_BYTES = 2420;

const Q = 8_380_417;
const N = 256;
/** Rows and columns of the matrix; for ML-DSA-44 both are four. */
const K = 4;
const DROPPED_BITS = 13;
const ONES_IN_CHALLENGE = 39;
const CHALLENGE_BYTES = 32;
const GAMMA_1 = 2 ** 17;
const GAMMA_2 = (Q - 1) / 88;
const BETA = 78;
const MOST_HINTS = 80;
const Z_BYTES = (N * 18) / 8;
const T1_BYTES = (N * 10) / 8;
/** How many values a coefficient of w1 can have. */
const HIGH_VALUES = (Q - 1) / (2 * GAMMA_2);

type Polynomial = Int32Array;

/** FIPS 204, Algorithms 3 and 8, with an empty context. A key or signature of another length gives false. */
export function verifyMlDsa44(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== ML_DSA_44_KEY_BYTES || signature.length !== ML_DSA_44_SIGNATURE_BYTES)
    return false;
  const commitment = signature.subarray(0, CHALLENGE_BYTES);
  const z = split(signature.subarray(CHALLENGE_BYTES), Z_BYTES).map(unpackZ);
  const hints = unpackHints(signature.subarray(CHALLENGE_BYTES + K * Z_BYTES));
  if (hints === undefined || z.some(isTooLarge)) return false;
  const rho = publicKey.subarray(0, 32);
  const t1 = split(publicKey.subarray(32), T1_BYTES).map((bytes) => unpack(bytes, 10));
  const digest = shake(256, publicKey)(64);
  const mu = shake(256, concatBytes(digest, Uint8Array.of(0, 0), message))(64);
  const challenge = toNtt(challengeFrom(commitment));
  const zNtt = z.map(toNtt);
  const w1 = t1.map((row, r) => {
    const scaled = toNtt(row.map((value) => value * 2 ** DROPPED_BITS));
    const sum = new Int32Array(N);
    for (let s = 0; s < K; s += 1) addProduct(sum, matrixEntry(rho, r, s), zNtt[s] as Polynomial, 1);
    addProduct(sum, challenge, scaled, -1);
    return packHigh(fromNtt(sum), hints[r] as Uint8Array);
  });
  return equalBytes(shake(256, concatBytes(mu, ...w1))(CHALLENGE_BYTES), commitment);
}

function split(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: K }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

/** Unpacks numbers of `bits` bits each, the lowest bit first. */
function unpack(bytes: Uint8Array, bits: number): Polynomial {
  const values = new Int32Array(N);
  for (let i = 0; i < N; i += 1) {
    let value = 0;
    for (let bit = 0; bit < bits; bit += 1) {
      const at = i * bits + bit;
      value |= (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) << bit;
    }
    values[i] = value;
  }
  return values;
}

function unpackZ(bytes: Uint8Array): Polynomial {
  return unpack(bytes, 18).map((value) => GAMMA_1 - value);
}

function isTooLarge(z: Polynomial): boolean {
  return z.some((value) => Math.abs(value) >= GAMMA_1 - BETA);
}

/**
 * Algorithm 21. Undefined if the positions do not rise, are too many, or are followed by anything but zeros. Otherwise
 * the same hints, and so the same signature, could be written in several ways.
 */
function unpackHints(bytes: Uint8Array): Uint8Array[] | undefined {
  const hints: Uint8Array[] = [];
  let index = 0;
  for (let row = 0; row < K; row += 1) {
    const end = bytes[MOST_HINTS + row] ?? 0;
    if (end < index || end > MOST_HINTS) return undefined;
    const places = bytes.subarray(index, end);
    if (places.some((place, i) => i > 0 && place <= (places[i - 1] ?? 0))) return undefined;
    const hint = new Uint8Array(N);
    for (const place of places) hint[place] = 1;
    hints.push(hint);
    index = end;
  }
  return bytes.subarray(index, MOST_HINTS).some((byte) => byte !== 0) ? undefined : hints;
}

/** Algorithm 29: a polynomial of 39 coefficients 1 or -1, the rest zero. */
function challengeFrom(commitment: Uint8Array): Polynomial {
  const next = shake(256, commitment);
  const signs = next(8);
  const challenge = new Int32Array(N);
  for (let i = N - ONES_IN_CHALLENGE; i < N; i += 1) {
    let place = N;
    while (place > i) place = next(1)[0] ?? 0;
    const bit = i + ONES_IN_CHALLENGE - N;
    challenge[i] = challenge[place] ?? 0;
    challenge[place] = 1 - 2 * (((signs[bit >> 3] ?? 0) >> (bit & 7)) & 1);
  }
  return challenge;
}

/** Algorithms 30 and 32: one entry of the matrix, already in the domain of the transform. */
function matrixEntry(rho: Uint8Array, row: number, column: number): Polynomial {
  const next = shake(128, concatBytes(rho, Uint8Array.of(column, row)));
  const entry = new Int32Array(N);
  for (let filled = 0; filled < N; ) {
    const [low = 0, middle = 0, high = 0] = next(3);
    const value = low | (middle << 8) | ((high & 0x7f) << 16);
    if (value >= Q) continue;
    entry[filled] = value;
    filled += 1;
  }
  return entry;
}

const ZETAS = zetas();

function zetas(): readonly number[] {
  return Array.from({ length: N }, (_, i) => {
    let reversed = 0;
    for (let bit = 0; bit < 8; bit += 1) reversed |= ((i >> bit) & 1) << (7 - bit);
    let power = 1;
    for (let each = 0; each < reversed; each += 1) power = (power * 1753) % Q;
    return power;
  });
}

/** Algorithm 41. Products stay below 2^53, so numbers of JavaScript hold them exactly. */
function toNtt(polynomial: Polynomial): Polynomial {
  const values = polynomial.map(mod);
  let zeta = 0;
  for (let length = N / 2; length >= 1; length /= 2) {
    for (let start = 0; start < N; start += 2 * length) {
      zeta += 1;
      const factor = ZETAS[zeta] ?? 0;
      for (let j = start; j < start + length; j += 1) {
        const [low, high] = [values[j] ?? 0, ((values[j + length] ?? 0) * factor) % Q];
        values[j] = (low + high) % Q;
        values[j + length] = mod(low - high);
      }
    }
  }
  return values;
}

/** The inverse of 256 modulo Q. */
const INVERSE_OF_N = 8_347_681;

/** Algorithm 42. */
function fromNtt(polynomial: Polynomial): Polynomial {
  const values = polynomial.map(mod);
  let zeta = N;
  for (let length = 1; length < N; length *= 2) {
    for (let start = 0; start < N; start += 2 * length) {
      zeta -= 1;
      const factor = Q - (ZETAS[zeta] ?? 0);
      for (let j = start; j < start + length; j += 1) {
        const [low, high] = [values[j] ?? 0, values[j + length] ?? 0];
        values[j] = (low + high) % Q;
        values[j + length] = (mod(low - high) * factor) % Q;
      }
    }
  }
  return values.map((value) => (value * INVERSE_OF_N) % Q);
}

function addProduct(sum: Polynomial, a: Polynomial, b: Polynomial, sign: 1 | -1): void {
  for (let i = 0; i < N; i += 1) sum[i] = mod((sum[i] ?? 0) + sign * (((a[i] ?? 0) * (b[i] ?? 0)) % Q));
}

/** Algorithms 40 and 28: the high parts, corrected by the hints, with six bits each. */
function packHigh(values: Polynomial, hint: Uint8Array): Uint8Array {
  const bytes = new Uint8Array((N * 6) / 8);
  for (let i = 0; i < N; i += 1) {
    const high = highPart(values[i] ?? 0, hint[i] === 1);
    for (let bit = 0; bit < 6; bit += 1) {
      const at = 6 * i + bit;
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (((high >> bit) & 1) << (at & 7));
    }
  }
  return bytes;
}

/** Algorithms 36 and 40. */
function highPart(value: number, isHinted: boolean): number {
  let low = value % (2 * GAMMA_2);
  if (low > GAMMA_2) low -= 2 * GAMMA_2;
  const isTop = value - low === Q - 1;
  const high = isTop ? 0 : (value - low) / (2 * GAMMA_2);
  if (!isHinted) return high;
  const isPositive = (isTop ? low - 1 : low) > 0;
  return (high + (isPositive ? 1 : HIGH_VALUES - 1)) % HIGH_VALUES;
}

function mod(value: number): number {
  const rest = value % Q;
  return rest < 0 ? rest + Q : rest;
}
