/** What admits callers, and what is kept of keys. */

import type { Actor } from '../audit/ports.ts';
import type { AccountId, KeyId } from '../kernel/ids.ts';
import type { AccountRead } from './account-read.ts';
import type { Caller, CallerLimits, KeyMode, Refusal, Scope, SecretHash } from './key.ts';

export type Admission<T> =
  | {
      verdict: 'admitted';
      caller: Caller;
      /** Live certificates that the account may still make. */
      certificatesLeft: number;
      limits: CallerLimits;
      /** Which counted call this was, to give it back by. */
      call: CountedCall;
      value: T;
    }
  | {
      verdict: Refusal;
      limits: CallerLimits | undefined;
      /** Whose key it is; undefined for one that nobody has. */
      caller: Caller | undefined;
    };

export type CountedCall = { keyId: KeyId; countedMs: number };

export type Access = {
  /**
   * Judges one call: key, scope, sliding minute, month. Counts it only if admitted, exactly once over any
   * number of processes, and runs `read` for the caller's account in the same round trip.
   */
  admit<T>(secretHash: SecretHash, scope: Scope, now: Date, read: AccountRead<T>): Promise<Admission<T>>;
  /** Takes an admitted call out of the minute and the month again, and tells how the limits stand then. */
  giveBack(call: CountedCall, now: Date): Promise<CallerLimits | undefined>;
  /** Runs a read for an account that is known already. */
  read<T>(accountId: AccountId, livemode: boolean, read: AccountRead<T>): Promise<T>;
};

export type ApiKey = {
  id: KeyId;
  accountId: AccountId;
  name: string;
  mode: KeyMode;
  scopes: readonly Scope[];
  ratePerMinute: number;
  monthlyQuota: number;
  hint: string;
  createdAt: Date;
  expiresAt: Date | undefined;
  revokedAt: Date | undefined;
  revokedReason: string | undefined;
  lastUsedAt: Date | undefined;
  /** Until when a secret from before a rotation still works. */
  oldSecretEndsAt: Date | undefined;
  /** Calls counted in the month of `now`. */
  monthCalls: number;
};

export type ApiKeyChange = {
  name?: string;
  scopes?: readonly Scope[];
  ratePerMinute?: number;
  monthlyQuota?: number;
  expiresAt?: Date | undefined;
};

export type KeyStore = {
  /** Every change is written to the account's audit log in its own statement, under the name of `by`. */
  create(key: ApiKey, secretHash: SecretHash, by: Actor): Promise<void>;
  list(accountId: AccountId, now: Date): Promise<ApiKey[]>;
  find(accountId: AccountId, id: KeyId, now: Date): Promise<ApiKey | undefined>;
  /** Undefined when the account has no such key. A change acts on the very next call, in every process. */
  change(
    accountId: AccountId,
    id: KeyId,
    change: ApiKeyChange,
    now: Date,
    by: Actor,
  ): Promise<ApiKey | undefined>;
  revoke(
    accountId: AccountId,
    id: KeyId,
    reason: string | undefined,
    now: Date,
    by: Actor,
  ): Promise<ApiKey | undefined>;
  /** Adds a secret; those before it end at `oldSecretsEndAt`. Undefined for an unknown or revoked key. */
  rotate(
    accountId: AccountId,
    id: KeyId,
    secret: { hash: SecretHash; hint: string },
    oldSecretsEndAt: Date,
    now: Date,
    by: Actor,
  ): Promise<ApiKey | undefined>;
};
