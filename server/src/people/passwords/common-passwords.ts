/** A compact filter of common passwords: sorted hashes, cut short. `scripts/common-passwords.ts` makes it. */

import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** 40 bits: of a hundred million uncommon passwords, about one is mistaken for a common one. */
export const KEY_BYTES = 5;

let filter: Promise<Buffer> | undefined;

export async function isCommonPassword(password: string): Promise<boolean> {
  // The file is read when somebody chooses a password for the first time.
  filter ??= readFile(new URL('common-passwords.bin', import.meta.url));
  return contains(await filter, commonPasswordKey(password));
}

/** Ignores upper and lower case. */
export function commonPasswordKey(password: string): Buffer {
  return hash('sha256', password.normalize('NFC').toLowerCase(), 'buffer').subarray(0, KEY_BYTES);
}

function contains(sorted: Buffer, key: Buffer): boolean {
  let low = 0;
  let high = sorted.length / KEY_BYTES;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = key.compare(sorted, middle * KEY_BYTES, (middle + 1) * KEY_BYTES);
    if (order === 0) return true;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return false;
}
