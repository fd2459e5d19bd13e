/** What is kept of a second factor. */

import type { Actor } from '../../audit/ports.ts';
import type { AccountId } from '../../kernel/ids.ts';

/** Secrets are sealed (`app/seal-secret.ts`) before they get here; recovery codes are hashed. */
export type SecondFactorStore = {
  find(accountId: AccountId): Promise<{ sealed: string | undefined; pending: string | undefined }>;
  /** Keeps a secret that nobody has confirmed yet; the one in use stays in use. */
  setPending(accountId: AccountId, sealed: string): Promise<void>;
  /** Puts the pending secret in use. False when it is no longer this one. */
  confirm(
    accountId: AccountId,
    pending: string,
    step: number,
    recoveryHashes: readonly Uint8Array[],
    now: Date,
    by: Actor,
  ): Promise<boolean>;
  /** True once for each step, over all processes (RFC 6238 §5.2). */
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
