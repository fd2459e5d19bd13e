/**
 * Decides which Ed25519 keys and signatures are accepted. RFC 8032 leaves edge cases open, and libraries differ on
 * them: a non-canonical point, a key of small order (for which one signature fits every message), a scalar that is too
 * large. Whatever some verifiers would refuse is refused here.
 */

const POINT_BYTES = 32;
/** 2^255 − 19 and the order of the base point, little-endian. */
const P = littleEndian(2n ** 255n - 19n);
const L = littleEndian(2n ** 252n + 27742317777372353535851937790883648493n);
/** The y of a point whose order is eight. */
const EIGHTH = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
const SMALL_ORDER = [0n, 1n, 2n ** 255n - 20n, EIGHTH, 2n ** 255n - 19n - EIGHTH].map(littleEndian);

export function isPlainEd25519(publicKey: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== POINT_BYTES || signature.length !== 2 * POINT_BYTES) return false;
  const [point, scalar] = [signature.subarray(0, POINT_BYTES), signature.subarray(POINT_BYTES)];
  return isPlainPoint(publicKey) && isPlainPoint(point) && isBelow(scalar, L);
}

/**
 * The highest bit is the sign of x. Only the two points with x = 0 could be written with either sign; they are of small
 * order and refused.
 */
function isPlainPoint(point: Uint8Array): boolean {
  const y = Uint8Array.from(point);
  y[POINT_BYTES - 1] = (y[POINT_BYTES - 1] ?? 0) & 0x7f;
  return isBelow(y, P) && !SMALL_ORDER.some((known) => known.every((byte, i) => byte === y[i]));
}

function isBelow(value: Uint8Array, limit: Uint8Array): boolean {
  for (let i = POINT_BYTES - 1; i >= 0; i -= 1) {
    const difference = (value[i] ?? 0) - (limit[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function littleEndian(value: bigint): Uint8Array {
  return Uint8Array.from({ length: POINT_BYTES }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
}
