/** Admitting callers, and the store for keys. */

import type { Actor } from '../kernel/actor.ts';
import type { AccountId, KeyId, OrganizerId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import type { AccountRead } from '../operations/account-read.ts';
import type { AnyOfScopes, KeyScope } from '../operations/scopes.ts';
import type { MakersKeys } from '../people/teams/change-seats.ts';
import type { Caller, CallerLimits, KeyMode, Refusal, SecretHash } from './key.ts';

export type Admission<T> =
  | {
      verdict: 'admitted';
      caller: Caller;
      /** Live certificates that the account may still make. */
      certificatesLeft: number;
      limits: CallerLimits;
      /** Identifies the counted call for `giveBack`. */
      call: CountedCall;
      value: T;
    }
  | {
      verdict: Refusal;
      limits: CallerLimits | undefined;
      /** The owner of the key; undefined for an unknown key. */
      caller: Caller | undefined;
    };

export type CountedCall = { keyId: KeyId; countedMs: number };

export type Access = {
  /**
   * The account whose key this was when it was last admitted; undefined if this process does not know. It grants
   * nothing.
   */
  knownAccount(secretHash: SecretHash): AccountId | undefined;
  /**
   * Checks one call: key, scope, sliding minute, month. Counts it only if admitted, exactly once across any
   * number of processes, and runs `read` for the caller's account in the same round trip.
   */
  admit<T>(
    secretHash: SecretHash,
    scope: AnyOfScopes,
    now: Date,
    read: AccountRead<T>,
  ): Promise<Admission<T>>;
  /**
   * Counts one upload of a person, unless the account made `ratePerMinute` in the last 60 seconds (exact across any
   * number of processes), and runs `read` in the same round trip. `opensAt`: when the next one is admitted.
   */
  admitUpload<T>(
    owner: Owner,
    ratePerMinute: number,
    now: Date,
    read: AccountRead<T>,
  ): Promise<{ value: T } | { opensAt: Date }>;
  /**
   * Uncounts an admitted call in the minute and the month, and returns the limits after that; undefined if the count
   * may have been lost.
   */
  giveBack(call: CountedCall, now: Date): Promise<CallerLimits | undefined>;
  /** Runs a read for an account that is already known. */
  read<T>(accountId: AccountId, livemode: boolean, read: AccountRead<T>): Promise<T>;
};

export type ApiKey = {
  id: KeyId;
  accountId: AccountId;
  name: string;
  mode: KeyMode;
  scopes: readonly KeyScope[];
  /** The organiser of courses to whom the key belongs; such a key has only the scope `desk`. */
  organizerId: OrganizerId | undefined;
  ratePerMinute: number;
  monthlyQuota: number;
  hint: string;
  /** The person who made it; undefined if nobody knows. */
  createdBy: string | undefined;
  /** The people who have rotated it since. */
  rotatedBy: readonly string[];
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
  scopes?: readonly KeyScope[];
  ratePerMinute?: number;
  monthlyQuota?: number;
  expiresAt?: Date | undefined;
};

/** The most that all unrevoked keys of an account may have together. */
export type Together = { maxKeys: number; maxRatePerMinute: number; maxMonthlyQuota: number };

/** The limit that the keys together would exceed. */
export type Exceeded = keyof Together;

export type KeyStore = MakersKeys & {
  /**
   * Every change writes an entry with the actor `by` to the account's audit log, in the same statement. Resolves with
   * the limit that the keys would exceed; in that case no key is created. The count is exact however many processes
   * run.
   */
  create(key: ApiKey, secretHash: SecretHash, together: Together, by: Actor): Promise<Exceeded | undefined>;
  list(accountId: AccountId, now: Date): Promise<ApiKey[]>;
  find(accountId: AccountId, id: KeyId, now: Date): Promise<ApiKey | undefined>;
  /**
   * Undefined when the account has no such key. A change applies from the next call on, in every process. Nothing is
   * changed if the keys would then exceed the most that they may have together.
   */
  change(
    accountId: AccountId,
    id: KeyId,
    change: ApiKeyChange,
    together: Together,
    now: Date,
    by: Actor,
  ): Promise<ApiKey | Exceeded | undefined>;
  revoke(
    accountId: AccountId,
    id: KeyId,
    reason: string | undefined,
    now: Date,
    by: Actor,
  ): Promise<ApiKey | undefined>;
  /** Adds a secret; earlier ones expire at `oldSecretsEndAt`. Undefined for an unknown or revoked key. */
  rotate(
    accountId: AccountId,
    id: KeyId,
    secret: { hash: SecretHash; hint: string },
    oldSecretsEndAt: Date,
    now: Date,
    by: Actor,
  ): Promise<ApiKey | undefined>;
};
