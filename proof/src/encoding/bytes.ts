/** Operations on bytes that behave the same in every runtime. */

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  let size = 0;
  for (const part of parts) size += part.length;
  const joined = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Not constant-time: for public values only. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

/** The DER order of a SET OF (X.690 §11.6): compared byte by byte; a prefix of a longer value comes first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

const HEX_PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function encodeHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX_PAIRS[byte];
  return text;
}

/** Undefined unless `text` is pairs of hexadecimal digits, upper or lower case. */
export function parseHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

const BASE64_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64_VALUES = new Map([...BASE64_ALPHABET].map((letter, value) => [letter.charCodeAt(0), value]));

export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let letter = 0; letter < 4; letter += 1) {
      const absent = i + letter > bytes.length;
      text += absent ? '=' : BASE64_ALPHABET[(group >> (18 - 6 * letter)) & 63];
    }
  }
  return text;
}

/**
 * Strict RFC 4648 §4: standard alphabet, full padding, no white space, unused bits zero. Two different texts
 * therefore never decode to the same bytes.
 */
export function parseBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const letters = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let pending = 0;
  let pendingBits = 0;
  let written = 0;
  for (let i = 0; i < letters; i += 1) {
    const value = BASE64_VALUES.get(text.charCodeAt(i));
    if (value === undefined) return undefined;
    pending = ((pending << 6) | value) & 0xffff;
    pendingBits += 6;
    if (pendingBits >= 8) {
      pendingBits -= 8;
      bytes[written] = pending >> pendingBits;
      written += 1;
    }
  }
  const leftOver = pending & ((1 << pendingBits) - 1);
  return leftOver === 0 ? bytes : undefined;
}

/** The alphabet of RFC 4648 §5 without padding, as JSON Web Signatures and status lists use it. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** As strict as `parseBase64`: undefined for padding, letters of the other alphabet, and unused bits that are set. */
export function parseBase64Url(text: string): Uint8Array | undefined {
  if (/[+/=]/.test(text)) return undefined;
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  return parseBase64(plain + '='.repeat((4 - (plain.length % 4)) % 4));
}

// Available in browsers, workers and Node; declared here because this package has no platform types.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function encodeUtf8(text: string): Uint8Array {
  return utf8Encoder.encode(text);
}

/** Returns undefined if the bytes are not well-formed UTF-8, where a decoder would put replacement characters. */
export function parseUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8Decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
