/** Base 62 in ASCII order, so that strings of equal length sort like the numbers they encode. */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `bytes` as one big-endian number, left-padded to `length` characters. */
export function encodeBase62(bytes: Uint8Array, length: number): string {
  let rest = 0n;
  for (const byte of bytes) rest = (rest << 8n) | BigInt(byte);
  let text = '';
  for (; rest > 0n; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text.padStart(length, '0');
}

/** The same for a safe integer. */
export function encodeBase62Number(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62] + text;
  return text.padStart(length, '0');
}

/** `length` uniformly random characters: bytes past the last multiple of 62 would favour some, so they are dropped. */
export function randomBase62(randomBytes: (size: number) => Uint8Array, length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length + 8)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}
