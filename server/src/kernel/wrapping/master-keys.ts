/**
 * Keys that only the operator holds. They encrypt the service's keys, so that a stolen database alone reveals nothing.
 */

import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Master keys of 32 bytes. The first one wraps; all of them unwrap. */
export type MasterKeys = readonly [Uint8Array, ...Uint8Array[]];

export const A_MASTER_KEY = '32 bytes in base64 (`openssl rand -base64 32`)';

/**
 * Reads a key in strict base64, so that a key that was cut or mistyped is refused and does not become another key.
 */
export function parseMasterKey(given: string): Uint8Array | undefined {
  return /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(given) ? Buffer.from(given, 'base64') : undefined;
}

/** Several keys, separated by commas; undefined if one of them is malformed. */
export function parseMasterKeys(given: string): Uint8Array[] | undefined {
  const parts = given.split(',').filter((one) => one.trim() !== '');
  const known = parts.map((one) => parseMasterKey(one.trim())).filter((one) => one !== undefined);
  return known.length < parts.length ? undefined : known;
}

/** Identifies a master key without revealing it. */
export function masterIdOf(key: Uint8Array): string {
  return createHash('sha256').update('sello master key\n').update(key).digest('hex').slice(0, 16);
}

/**
 * Seals a key with AES-256-GCM and returns nonce, sealed key and tag. A key sealed for one place cannot be opened in
 * another.
 */
export function sealKey(master: Uint8Array, nonce: Uint8Array, boundTo: string, key: Uint8Array): Uint8Array {
  const cipher = createCipheriv('aes-256-gcm', master, nonce).setAAD(Buffer.from(boundTo));
  const sealed = cipher.update(key);
  cipher.final();
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
}

/** Opens a sealed key. Throws unless it was sealed with this master key for this place, and was not changed. */
export function openKey(master: Uint8Array, boundTo: string, sealed: Uint8Array): Uint8Array {
  const decipher = createDecipheriv('aes-256-gcm', master, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(-TAG_BYTES));
  const key = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  decipher.final();
  return key;
}
