import { hash } from 'node:crypto';

declare const brand: unique symbol;

/** A SHA-256 as 64 lower-case hexadecimal characters. */
export type Sha256Hex = string & { readonly [brand]: 'sha256' };

/**
 * Reads 64 hexadecimal characters in either case and returns them in lower case. Undefined when `text` is anything
 * else.
 */
export function parseSha256Hex(text: string): Sha256Hex | undefined {
  return /^[0-9a-f]{64}$/i.test(text) ? (text.toLowerCase() as Sha256Hex) : undefined;
}

/**
 * The SHA-256 of a text. It is also used for secrets with 178 bits of entropy: nobody can guess these by trying, so
 * they need no slow hash (OWASP ASVS 6.5.2).
 */
export function sha256(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}
