/** What is kept of passwords, and what hashes them. */

import type { Actor, RequestOrigin } from '../../audit/ports.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { NewSession } from '../login/ports.ts';

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Takes as long for an unknown account (no hash) as for a known one. */
  verify(password: string, hash: string | undefined): Promise<boolean>;
};

export type PasswordStore = {
  /**
   * Changes the password if it still is the one that was checked, closes every session of the account and
   * opens this one. False when it no longer is.
   */
  change(checkedHash: string, newHash: string, session: NewSession, by: Actor): Promise<boolean>;
  addReset(accountId: AccountId, tokenHash: Uint8Array, expiresAt: Date): Promise<void>;
  /** The account that a reset token is good for. */
  findReset(tokenHash: Uint8Array, now: Date): Promise<AccountId | undefined>;
  /**
   * Uses the token up, sets the password, closes every session and drops the account's other tokens. The
   * account's e-mail address, or undefined when another request was faster.
   */
  reset(
    tokenHash: Uint8Array,
    newHash: string,
    now: Date,
    origin: RequestOrigin,
  ): Promise<string | undefined>;
};
