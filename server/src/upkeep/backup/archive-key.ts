/** Derives two keys for backups from the operator's master key: one authenticates them, one encrypts them. */

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * The code that authenticates a backup: HMAC-SHA256 over the manifest. The manifest holds the hash of the list, which
 * holds the hash of every file.
 */
export function vouchFor(master: Uint8Array, manifest: string): string {
  return createHmac('sha256', derive(master, '', 'sello backup mac 1'))
    .update(manifest)
    .digest('hex');
}

export function isVouchedFor(master: Uint8Array, manifest: string, mac: string): boolean {
  const [expected, given] = [Buffer.from(vouchFor(master, manifest)), Buffer.from(mac)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** The key that encrypts a backup. `salt` is new for each backup, so no two are encrypted with one key. */
export function encryptionKey(master: Uint8Array, salt: string): Uint8Array {
  return derive(master, salt, 'sello backup encryption 1');
}

function derive(master: Uint8Array, salt: string, use: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', master, Buffer.from(salt, 'hex'), use, 32));
}
