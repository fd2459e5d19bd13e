/** Recovery codes, for a lost phone: each is good for one login. */

import { firstAccountOf, type PersonId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { sha256 } from '../../kernel/sha256.ts';

const RECOVERY_CODES = 10;

/** Without letters that look alike. There are 32 characters, so that the five low bits of a byte select evenly. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;

/** 80 random bits each, so they need no slow hash. */
export function makeRecoveryCodes(randomBytes: (size: number) => Uint8Array): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join('');
    return letters.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** Makes new codes, which are shown once, and returns what is stored of them too. */
export function freshRecoveryCodes(
  { randomBytes }: { randomBytes: RandomBytes },
  personId: PersonId,
): { codes: string[]; hashes: Uint8Array[] } {
  const codes = makeRecoveryCodes(randomBytes);
  return { codes, hashes: codes.flatMap((code) => hashRecoveryCode(personId, code) ?? []) };
}

/** Undefined when the text cannot be a recovery code. Ignores case, spaces and dashes. */
export function hashRecoveryCode(personId: PersonId, text: string): Uint8Array | undefined {
  const letters = text.toLowerCase().replace(/[\s-]/g, '');
  const isOne = letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter));
  return isOne ? sha256(`recovery code\n${firstAccountOf(personId)}\n${letters}`) : undefined;
}
