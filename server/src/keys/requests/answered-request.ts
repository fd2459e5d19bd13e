/** What is stored of a request that was made with a key, so that it can be found by its `X-Request-Id`. */

import type { AccountId, KeyId } from '../../kernel/ids.ts';

export type AnsweredRequest = {
  id: string;
  accountId: AccountId;
  /** Undefined if the key is unknown, or if a person made the request in the dashboard. */
  keyId: KeyId | undefined;
  livemode: boolean;
  /** When it was answered. */
  at: Date;
  method: string;
  /** The path without the query, secrets and personal identifiers. */
  path: string;
  status: number;
  /** The error code, if the request was refused. */
  error: string | undefined;
  ms: number;
};

export const KEPT_DAYS = 30;

/**
 * Keeps requests for people who look for the cause of a failure. This is not evidence. Requests wait in the process
 * for up to a second before they are written, and are lost if the process dies before that. Requests beyond the
 * account's limit are not kept.
 */
export type AnsweredRequests = {
  /** Keeps the request in memory; nothing is written yet. */
  note(request: AnsweredRequest): void;
  /** Resolves once everything that this process has noted is written. */
  flush(): Promise<void>;
  /** Undefined if the account has no such request, or it was not kept. */
  find(accountId: AccountId, id: string): Promise<AnsweredRequest | undefined>;
};
