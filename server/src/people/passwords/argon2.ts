/** Password hashing with argon2id (RFC 9106), limited so that logins never starve the API's disk I/O. */

import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { makeShared } from '../../kernel/shares/shared.ts';
import { passwordHashes } from '../../kernel/shares/shared-things.ts';
import type { HashTurn, PasswordHasher } from './ports.ts';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

type Cost = { memoryKib: number; passes: number };

// OWASP's second recommended parameters: 19 MiB, two passes, one lane.
const RECOMMENDED: Cost = { memoryKib: 19_456, passes: 2 };

/**
 * Hashes run on the same few threads as file I/O, so only a few run at a time. Many hashes in one lane do not slow the
 * other lanes.
 */
const LANES = {
  known: passwordHashes(2, 64),
  strangers: passwordHashes(2, 64),
  sign_up: passwordHashes(1, 16),
};

/** A lower cost is for tests that hash thousands of passwords but do not test hashing. */
export function makePasswordHasher(
  randomBytes: (size: number) => Uint8Array,
  { memoryKib, passes }: Cost = RECOMMENDED,
): PasswordHasher {
  const lanes = {
    known: makeShared(LANES.known),
    strangers: makeShared(LANES.strangers),
    sign_up: makeShared(LANES.sign_up),
  };
  const tagOf = ({ lane, holder }: HashTurn, password: string, nonce: Uint8Array, cost: Cost) =>
    lanes[lane].run(holder, () =>
      derive('argon2id', {
        message: password.normalize('NFC'),
        nonce,
        parallelism: 1,
        tagLength: 32,
        memory: cost.memoryKib,
        passes: cost.passes,
      }),
    );
  return {
    async hash(password, turn) {
      const nonce = randomBytes(16);
      const tag = await tagOf(turn, password, nonce, { memoryKib, passes });
      return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${toText(nonce)}$${toText(tag)}`;
    },

    async verify(password, hash, turn) {
      const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(hash ?? '');
      // An unknown account costs the same work, so that timing does not reveal who has one.
      const nonce = Buffer.from(parts?.[3] ?? 'AAAAAAAAAAAAAAAAAAAAAA', 'base64');
      const tag = await tagOf(turn, password, nonce, {
        memoryKib: Number(parts?.[1] ?? memoryKib),
        passes: Number(parts?.[2] ?? passes),
      });
      const expected = Buffer.from(parts?.[4] ?? '', 'base64');
      return expected.length === tag.length && timingSafeEqual(expected, tag);
    },
  };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('base64')
    .replace(/(?<!=)=+$/, '');
}
