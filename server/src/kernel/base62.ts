/** Base 62 in ASCII order, so that strings of equal length sort like the numbers they encode. */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Encodes `bytes` as one big-endian number, left-padded to `length` characters. */
export function encodeBase62(bytes: Uint8Array, length: number): string {
  // The division is done by hand, two bytes at a time: with `BigInt`, every step would allocate a new number.
  const digits = new Uint16Array(Math.ceil(bytes.length / 2));
  const shift = bytes.length % 2;
  bytes.forEach((byte, i) => {
    const at = (i + shift) >> 1;
    digits[at] = ((digits[at] ?? 0) << 8) | byte;
  });
  let text = '';
  for (let first = 0; first < digits.length; ) {
    let rest = 0;
    for (let i = first; i < digits.length; i += 1) {
      const value = rest * 65_536 + (digits[i] ?? 0);
      digits[i] = Math.floor(value / 62);
      rest = value % 62;
    }
    text = ALPHABET[rest] + text;
    while (first < digits.length && digits[first] === 0) first += 1;
  }
  return text.padStart(length, '0');
}

/** Returns the `size` bytes that `text` encodes, or undefined if it does not encode that many. */
export function decodeBase62(text: string, size: number): Uint8Array | undefined {
  let rest = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    rest = rest * 62n + BigInt(digit);
  }
  const bytes = new Uint8Array(size);
  for (let i = size - 1; i >= 0; i -= 1, rest >>= 8n) bytes[i] = Number(rest & 0xffn);
  return rest === 0n ? bytes : undefined;
}

/** Encodes a safe integer, left-padded to `length` characters. */
export function encodeBase62Number(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62] + text;
  return text.padStart(length, '0');
}

/**
 * Returns `length` uniformly random characters. 256 is no multiple of 62, so the highest bytes would favour some
 * characters; they are dropped.
 */
export function randomBase62(randomBytes: (size: number) => Uint8Array, length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length + 8)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}
