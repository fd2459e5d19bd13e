/** The store for second factors. */

import type { Actor } from '../../kernel/actor.ts';
import type { PersonId, SessionId } from '../../kernel/ids.ts';

/** Secrets arrive sealed (`kernel/seal-secret.ts`) and recovery codes hashed. */
export type SecondFactorStore = {
  find(
    personId: PersonId,
  ): Promise<{ sealed: string | undefined; pending: string | undefined; passkeys: number }>;
  /** Stores a secret that is not confirmed yet; the current one stays in use. */
  setPending(personId: PersonId, sealed: string): Promise<void>;
  /**
   * Puts the pending secret in use, ends every session but `kept` and every pending change of address. False when
   * another secret has replaced it, or the session has ended.
   */
  confirm(
    personId: PersonId,
    kept: SessionId,
    confirmed: { pending: string; step: number; hashes: readonly Uint8Array[] },
    now: Date,
    by: Actor,
  ): Promise<boolean>;
  /** True once for each step, across all processes (RFC 6238 §5.2). */
  useStep(personId: PersonId, step: number): Promise<boolean>;
  /** True once for each code. */
  useRecoveryCode(personId: PersonId, hash: Uint8Array): Promise<boolean>;
  /** False when there is no second factor. */
  renewRecoveryCodes(
    personId: PersonId,
    hashes: readonly Uint8Array[],
    now: Date,
    by: Actor,
  ): Promise<boolean>;
  /** False when there was none. */
  remove(personId: PersonId, now: Date, by: Actor): Promise<boolean>;
};
