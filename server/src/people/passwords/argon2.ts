/** Password hashing with argon2id (RFC 9106), limited so that logins never starve the API's disk I/O. */

import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../kernel/errors.ts';
import { makeSemaphore } from '../../kernel/pacing/semaphore.ts';
import type { HashLane, PasswordHasher } from './ports.ts';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

type Cost = { memoryKib: number; passes: number };

// OWASP's second recommended parameters: 19 MiB, two passes, one lane.
const RECOMMENDED: Cost = { memoryKib: 19_456, passes: 2 };

/** Hashes run on the same few threads as file I/O: few at a time. A crowd in one lane takes nothing from the others. */
const LANES: Record<HashLane, { atOnce: number; queue: number }> = {
  known: { atOnce: 2, queue: 32 },
  strangers: { atOnce: 2, queue: 32 },
  sign_up: { atOnce: 1, queue: 8 },
};

/** A lower cost is for tests that hash thousands of passwords and are about something else. */
export function makePasswordHasher(
  randomBytes: (size: number) => Uint8Array,
  { memoryKib, passes }: Cost = RECOMMENDED,
): PasswordHasher {
  const lanes = {
    known: makeLane(LANES.known),
    strangers: makeLane(LANES.strangers),
    sign_up: makeLane(LANES.sign_up),
  };
  const tagOf = (lane: HashLane, password: string, nonce: Uint8Array, cost: Cost) =>
    lanes[lane].run(() =>
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

function makeLane({ atOnce, queue }: { atOnce: number; queue: number }) {
  return makeSemaphore({ places: atOnce, line: { length: queue }, refusal: tooManyLogins });
}

function tooManyLogins(): AppError {
  return new AppError(
    'overloaded',
    {
      en: 'Too many logins at the moment. Please try again in {wait}.',
      es: 'Hay demasiados accesos en este momento. Intente de nuevo en {wait}.',
    },
    { retryAfterSeconds: 2 },
  );
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}
