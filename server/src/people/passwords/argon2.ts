/** Password hashing with argon2id (RFC 9106), limited so that logins never starve the API's disk I/O. */

import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { type HashLane, makeHashLanes } from './hash-lanes.ts';
import type { PasswordHasher } from './ports.ts';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

type Cost = { memoryKib: number; passes: number };

// OWASP's second recommended parameters: 19 MiB, two passes, one lane.
const RECOMMENDED: Cost = { memoryKib: 19_456, passes: 2 };

/** A lower cost is for tests that hash thousands of passwords and are about something else. */
export function makePasswordHasher(
  randomBytes: (size: number) => Uint8Array,
  { memoryKib, passes }: Cost = RECOMMENDED,
): PasswordHasher {
  const run = makeHashLanes();
  const tagOf = (lane: HashLane, password: string, nonce: Uint8Array, cost: Cost) =>
    run(lane, () =>
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
    async hash(password, lane) {
      const nonce = randomBytes(16);
      const tag = await tagOf(lane, password, nonce, { memoryKib, passes });
      return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${toText(nonce)}$${toText(tag)}`;
    },

    async verify(password, hash, lane) {
      const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(hash ?? '');
      // An unknown account costs the same work, so that timing does not reveal who has one.
      const nonce = Buffer.from(parts?.[3] ?? 'AAAAAAAAAAAAAAAAAAAAAA', 'base64');
      const tag = await tagOf(lane, password, nonce, {
        memoryKib: Number(parts?.[1] ?? memoryKib),
        passes: Number(parts?.[2] ?? passes),
      });
      const expected = Buffer.from(parts?.[4] ?? '', 'base64');
      return expected.length === tag.length && timingSafeEqual(expected, tag);
    },
  };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}
