/** Wraps and unwraps keys that are kept in the database, with the operator's master keys. */

import type { RandomBytes } from '../random-pool.ts';
import { type KeyState, unwrapKey, wrapKey } from './key-envelope.ts';
import type { MasterKeys } from './master-keys.ts';

export type KeyWrapping = {
  /** `boundTo` names where the key is kept: it cannot be unwrapped for another place. */
  wrap(boundTo: string, key: Uint8Array): Uint8Array;
  unwrap(boundTo: string, stored: Uint8Array): { key: Uint8Array; state: KeyState };
  /** Whether a key that was found in this state should be wrapped again now. */
  isDue(state: KeyState): boolean;
};

/**
 * Makes the wrapping of stored keys. Bare keys stay bare while a process of an older version runs, because it cannot
 * read wrapped ones.
 */
export function makeKeyWrapping(
  masters: MasterKeys,
  randomBytes: RandomBytes,
  mayWrapBare: boolean,
): KeyWrapping {
  return {
    wrap: (boundTo, key) => wrapKey(masters, randomBytes, boundTo, key),
    unwrap: (boundTo, stored) => unwrapKey(masters, boundTo, stored),
    isDue: (state) => state === 'older' || (state === 'bare' && mayWrapBare),
  };
}
