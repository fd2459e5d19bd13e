/** The store for second factors. */

import type { Actor } from '../../kernel/actor.ts';
import type { AccountId, SessionId } from '../../kernel/ids.ts';

/** Secrets arrive sealed (`kernel/seal-secret.ts`) and recovery codes hashed. */
export type SecondFactorStore = {
  find(
    accountId: AccountId,
  ): Promise<{ sealed: string | undefined; pending: string | undefined; passkeys: number }>;
  /** Stores a secret that is not confirmed yet; the current one stays in use. */
  setPending(accountId: AccountId, sealed: string): Promise<void>;
  /**
   * Puts the pending secret in use, ends every session but `kept` and every pending change of address. False when
   * another secret has replaced it, or the session has ended.
   */
  confirm(
    accountId: AccountId,
    kept: SessionId,
    confirmed: { pending: string; step: number; hashes: readonly Uint8Array[] },
    now: Date,
    by: Actor,
  ): Promise<boolean>;
  /** True once for each step, across all processes (RFC 6238 §5.2). */
  useStep(accountId: AccountId, step: number): Promise<boolean>;
  /** True once for each code. */
  useRecoveryCode(accountId: AccountId, hash: Uint8Array): Promise<boolean>;
  /** False when there is no second factor. */
  renewRecoveryCodes(
    accountId: AccountId,
    hashes: readonly Uint8Array[],
    now: Date,
    by: Actor,
  ): Promise<boolean>;
  /** False when there was none. */
  remove(accountId: AccountId, now: Date, by: Actor): Promise<boolean>;
};
