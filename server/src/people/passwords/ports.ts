/** Password hashing, and the store for changes and resets. */

import type { Actor, RequestOrigin } from '../../kernel/actor.ts';
import type { PersonId } from '../../kernel/ids.ts';
import type { NewSession } from '../login/ports.ts';
import type { Person } from '../persons/ports.ts';

/** `known`: known devices, live sessions and mailed links. `strangers`: every other login. */
type HashLane = 'known' | 'strangers' | 'sign_up';

/** `holder`: the person if known, otherwise the network. A single holder can never fill a lane. */
export type HashTurn = { lane: HashLane; holder: string };

export type PasswordHasher = {
  hash(password: string, turn: HashTurn): Promise<string>;
  /** Takes as long for an unknown person (no hash) as for a known one. */
  verify(password: string, hash: string | undefined, turn: HashTurn): Promise<boolean>;
};

export type PasswordStore = {
  /**
   * If the password and the factors are still those that were checked, changes the password, closes every session of
   * the person and opens this one. Otherwise returns false.
   */
  change(checkedMark: string, newHash: string, session: NewSession, by: Actor): Promise<boolean>;
  /** The token works while the person has this address. */
  addReset(person: Pick<Person, 'id' | 'email'>, tokenHash: Uint8Array, expiresAt: Date): Promise<void>;
  /** The person that a valid reset token belongs to. */
  findReset(tokenHash: Uint8Array, now: Date): Promise<PersonId | undefined>;
  /**
   * Uses up the token, sets the password, closes every session and deletes the person's other tokens. Returns
   * the person's e-mail address, or undefined when another request used the token first.
   */
  reset(
    tokenHash: Uint8Array,
    newHash: string,
    now: Date,
    origin: RequestOrigin,
  ): Promise<string | undefined>;
};
