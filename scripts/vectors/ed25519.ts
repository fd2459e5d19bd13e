/**
 * As much of Ed25519 as it takes to make signatures that libraries disagree about. Nothing here is secret, so its
 * timing does not matter.
 */

import { createHash } from 'node:crypto';

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = mod(-121665n * power(121666n, P - 2n));

type Point = readonly [x: bigint, y: bigint];

const BASE = decompress(mod(4n * power(5n, P - 2n)), 0n);
/** A point whose order is eight. */
const EIGHTH = decompress(0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n, 0n);
const NEUTRAL: Point = [0n, 1n];

/** The scalar of the key with this seed (RFC 8032 §5.1.5). */
export function scalarOf(seed: Uint8Array): bigint {
  const half = createHash('sha512').update(seed).digest().subarray(0, 32);
  half[0]! &= 0xf8;
  half[31]! = (half[31]! & 0x7f) | 0x40;
  return littleEndian(half);
}

export function publicKey(scalar: bigint): Buffer {
  return compress(times(scalar, BASE));
}

/**
 * The key plus the point of order eight: it is on the curve and of large order, but outside the group of honest keys.
 */
export function movedKey(scalar: bigint): Buffer {
  return compress(plus(times(scalar, BASE), EIGHTH));
}

/** The point of order one, encoded as usual, and encoded with the prime added to its coordinate. */
export const NEUTRAL_KEY = compress(NEUTRAL);
export const NEUTRAL_KEY_AGAIN = encoded(P + 1n);

/** The challenge of a signature, modulo L. */
export function challenge(point: Buffer, key: Buffer, text: string): bigint {
  return littleEndian(createHash('sha512').update(point).update(key).update(text).digest()) % L;
}

/** R‖S with R = nonce · B and S = nonce + challenge · scalar. */
export function signed(nonce: bigint, scalar: bigint, key: Buffer, text: string): Buffer {
  const point = nonce === 0n ? NEUTRAL_KEY : compress(times(nonce, BASE));
  const s = (nonce + challenge(point, key, text) * scalar) % L;
  return Buffer.concat([point, encoded(s)]);
}

/** The same signature with the order added to S. */
export function withLargeScalar(signature: Buffer): Buffer {
  return Buffer.concat([signature.subarray(0, 32), encoded(littleEndian(signature.subarray(32)) + L)]);
}

function plus([x1, y1]: Point, [x2, y2]: Point): Point {
  const common = mod(D * x1 * x2 * y1 * y2);
  return [
    mod((x1 * y2 + x2 * y1) * power(1n + common, P - 2n)),
    mod((y1 * y2 + x1 * x2) * power(1n - common, P - 2n)),
  ];
}

function times(scalar: bigint, point: Point): Point {
  let [result, each]: [Point, Point] = [NEUTRAL, point];
  for (let rest = scalar; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = plus(result, each);
    each = plus(each, each);
  }
  return result;
}

function decompress(y: bigint, sign: bigint): Point {
  const square = mod((y * y - 1n) * power(D * y * y + 1n, P - 2n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x) !== square) x = mod(x * power(2n, (P - 1n) / 4n));
  if (mod(x * x) !== square) throw new Error('this is no point');
  return [(x & 1n) === sign ? x : P - x, y];
}

function compress([x, y]: Point): Buffer {
  return encoded(y | ((x & 1n) << 255n));
}

function encoded(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let [rest, each] = [exponent, mod(base)]; rest > 0n; rest >>= 1n, each = mod(each * each))
    if (rest & 1n) result = mod(result * each);
  return result;
}

function mod(value: bigint): bigint {
  return ((value % P) + P) % P;
}
