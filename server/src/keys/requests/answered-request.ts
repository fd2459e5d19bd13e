/** What is kept of a request that a key made, to be found by its `X-Request-Id`. */

import type { AccountId, KeyId } from '../../kernel/ids.ts';

export type AnsweredRequest = {
  id: string;
  accountId: AccountId;
  /** Undefined if the key is unknown, as for people in the dashboard. */
  keyId: KeyId | undefined;
  livemode: boolean;
  /** When it was answered. */
  at: Date;
  method: string;
  /** Without query, secrets and what identifies a person. */
  path: string;
  status: number;
  /** The code of a refusal. */
  error: string | undefined;
  ms: number;
};

export const KEPT_DAYS = 30;

/**
 * For people who look for a failure, not evidence: requests wait up to a second in the process before they are written,
 * and are lost if it dies within that second. Beyond the share of an account they are not kept at all.
 */
export type AnsweredRequests = {
  /** Only in memory: nothing is written yet. */
  note(request: AnsweredRequest): void;
  /** Resolves once everything that this process noted is written. */
  flush(): Promise<void>;
  /** Undefined if the account has no such request, or it was not kept. */
  find(accountId: AccountId, id: string): Promise<AnsweredRequest | undefined>;
};
