import { hash } from 'node:crypto';

declare const brand: unique symbol;

/** A SHA-256 as 64 lower-case hexadecimal characters. */
export type Sha256Hex = string & { readonly [brand]: 'sha256' };

/** Undefined when `text` is not 64 hexadecimal characters. Reads either case, returns lower case. */
export function parseSha256Hex(text: string): Sha256Hex | undefined {
  return /^[0-9a-f]{64}$/i.test(text) ? (text.toLowerCase() as Sha256Hex) : undefined;
}

/** A secret with 178 bits of entropy needs no slow hash (OWASP ASVS 6.5.2): it cannot be guessed by trying. */
export function sha256(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}
