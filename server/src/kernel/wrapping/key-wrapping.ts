/** Wraps and unwraps keys with the operator's master keys, for whoever keeps keys in the database. */

import type { RandomBytes } from '../random-pool.ts';
import { type KeyState, unwrapKey, wrapKey } from './key-envelope.ts';
import type { MasterKeys } from './master-keys.ts';

export type KeyWrapping = {
  /** `boundTo` names the place of the key: it opens in no other. */
  wrap(boundTo: string, key: Uint8Array): Uint8Array;
  unwrap(boundTo: string, stored: Uint8Array): { key: Uint8Array; state: KeyState };
  /** Whether a key that was found so is to be wrapped anew now. */
  isDue(state: KeyState): boolean;
};

/** Bare keys stay so for as long as a process runs that cannot read others. */
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
