/** Password hashing, and the store for changes and resets. */

import type { Actor, RequestOrigin } from '../../kernel/actor.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Account } from '../accounts/ports.ts';
import type { NewSession } from '../login/ports.ts';

/** `known`: known devices, live sessions and mailed links. `strangers`: every other login. */
export type HashLane = 'known' | 'strangers' | 'sign_up';

/** `holder`: the person where it is known who asks, otherwise the network. One holder never fills a lane. */
export type HashTurn = { lane: HashLane; holder: string };

export type PasswordHasher = {
  hash(password: string, turn: HashTurn): Promise<string>;
  /** Takes as long for an unknown account (no hash) as for a known one. */
  verify(password: string, hash: string | undefined, turn: HashTurn): Promise<boolean>;
};

export type PasswordStore = {
  /**
   * If the password and the factors are still those that were checked, changes the password, closes every session of the account and
   * opens this one. Otherwise returns false.
   */
  change(checkedMark: string, newHash: string, session: NewSession, by: Actor): Promise<boolean>;
  /** The token works while the account has this address. */
  addReset(account: Pick<Account, 'id' | 'email'>, tokenHash: Uint8Array, expiresAt: Date): Promise<void>;
  /** The account that a valid reset token belongs to. */
  findReset(tokenHash: Uint8Array, now: Date): Promise<AccountId | undefined>;
  /**
   * Uses up the token, sets the password, closes every session and deletes the account's other tokens. Returns
   * the account's e-mail address, or undefined when another request used the token first.
   */
  reset(
    tokenHash: Uint8Array,
    newHash: string,
    now: Date,
    origin: RequestOrigin,
  ): Promise<string | undefined>;
};
