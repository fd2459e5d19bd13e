/** The part of `ports.ts` about how much an account uses the service, for its charts. */

import type { AccountId, KeyId } from '../../kernel/ids.ts';
import type { KeyMode } from '../key.ts';

/** Who did it: a key, or a person in the dashboard. */
export type UsageSource = { accountId: AccountId; keyId: KeyId | undefined; livemode: boolean };

export type UsageCounts = {
  /** `ok + clientErrors + serverErrors`: every call with a key that we know, refused and failed ones too. */
  requests: number;
  /** Answered 2xx or 3xx. */
  ok: number;
  clientErrors: number;
  serverErrors: number;
  certificates: number;
};

/** `YYYY-MM-DD` in UTC; both ends belong to it. */
export type UsagePeriod = { from: string; to: string };

export type UsageDay = UsageCounts & { date: string };

export type UsageOfSource = Pick<UsageCounts, 'requests' | 'certificates'> & {
  /** Undefined for what people did in the dashboard. */
  keyId: KeyId | undefined;
  name: string | undefined;
  mode: KeyMode;
};

/**
 * Charts, not limits: what is counted here waits up to a second in the process before it is written, and is lost
 * when the process dies in that second. Quota and allowance are counted elsewhere, exactly.
 */
export type UsageStore = {
  /** Takes no time worth speaking of: nothing is written yet. */
  count(source: UsageSource, counts: Partial<UsageCounts>): void;
  /** Resolves once everything that this process counted is written. Rejects, and keeps it, when it cannot be. */
  flush(): Promise<void>;
  /** Every day of the period, those without use too. Of one key where `keyId` is given. */
  days(accountId: AccountId, period: UsagePeriod, keyId?: KeyId): Promise<UsageDay[]>;
  /** Most requests first. */
  sources(accountId: AccountId, period: UsagePeriod, keyId?: KeyId): Promise<UsageOfSource[]>;
};
