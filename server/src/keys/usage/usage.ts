/** The store for an account's usage, for its charts. */

import type { AccountId, KeyId } from '../../kernel/ids.ts';
import type { KeyMode } from '../key.ts';

/** A key, or a person in the dashboard. */
export type UsageSource = { accountId: AccountId; keyId: KeyId | undefined; livemode: boolean };

export type UsageCounts = {
  /** `ok + clientErrors + serverErrors`: every call with a known key, including refused and failed ones. */
  requests: number;
  /** Answered 2xx or 3xx. */
  ok: number;
  clientErrors: number;
  serverErrors: number;
  certificates: number;
};

/** `YYYY-MM-DD` in UTC, both inclusive. */
export type UsagePeriod = { from: string; to: string };

/** `certificates` counts live ones only. */
export type UsageDay = UsageCounts & { date: string; testCertificates: number };

export type UsageOfSource = Pick<UsageCounts, 'requests' | 'certificates'> & {
  /** Undefined for people in the dashboard. */
  keyId: KeyId | undefined;
  name: string | undefined;
  mode: KeyMode;
};

/**
 * The counts are for charts, not for limits. They wait up to a second in the process before they are written, and are
 * lost if the process dies within that second. Quota and allowance are counted elsewhere, exactly.
 */
export type UsageStore = {
  /** Counts in memory; nothing is written yet. */
  count(source: UsageSource, counts: Partial<UsageCounts>): void;
  /** Resolves once everything counted by this process is written. If that fails, rejects and keeps the counts. */
  flush(): Promise<void>;
  /** Every day of the period, including days without usage. Only `keyId`'s usage if that is given. */
  days(accountId: AccountId, period: UsagePeriod, keyId?: KeyId): Promise<UsageDay[]>;
  /** The sources with the most requests come first. */
  sources(accountId: AccountId, period: UsagePeriod, keyId?: KeyId): Promise<UsageOfSource[]>;
};
