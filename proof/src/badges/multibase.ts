/** Multibase and multicodec, as far as Ed25519 keys, their signatures and status lists use them. */

import { concatBytes } from '../encoding/bytes.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** No key or signature is longer, and reading a long text would take quadratic time. */
const MAX_CHARACTERS = 200;
const ED25519_PUBLIC = Uint8Array.of(0xed, 0x01);
const KEY_BYTES = 32;

/** Writes `z` and then base58btc. */
export function encodeMultibase58(bytes: Uint8Array): string {
  let rest = 0n;
  for (const byte of bytes) rest = (rest << 8n) | BigInt(byte);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = ALPHABET[Number(rest % 58n)] + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return `z${'1'.repeat(zeros < 0 ? bytes.length : zeros)}${text}`;
}

/** Undefined unless it is base58btc with its prefix. */
export function parseMultibase58(text: string): Uint8Array | undefined {
  if (!text.startsWith('z') || text.length > MAX_CHARACTERS) return undefined;
  let value = 0n;
  for (const character of text.slice(1)) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const bytes: number[] = [];
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 0xffn));
  const zeros = /^1*/.exec(text.slice(1))?.[0].length ?? 0;
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes]);
}

export function encodeEd25519Multikey(publicKey: Uint8Array): string {
  return encodeMultibase58(concatBytes(ED25519_PUBLIC, publicKey));
}

/** Undefined for anything but an Ed25519 key. */
export function parseEd25519Multikey(text: string): Uint8Array | undefined {
  const bytes = parseMultibase58(text);
  const isOne =
    bytes?.length === ED25519_PUBLIC.length + KEY_BYTES &&
    ED25519_PUBLIC.every((byte, i) => bytes[i] === byte);
  return isOne ? bytes.subarray(ED25519_PUBLIC.length) : undefined;
}
