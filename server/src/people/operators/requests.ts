/** Requests of accounts to the operator, for more certificates. */

import type { AccountId, AllowanceRequestId, PersonId } from '../../kernel/ids.ts';

export const REQUEST_STATUSES = ['open', 'granted', 'refused'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export type AllowanceRequest = {
  id: AllowanceRequestId;
  account: { id: AccountId; name: string; certificatesLeft: number };
  /** Undefined once the person is erased. */
  askedBy: { id: PersonId; email: string; name: string } | undefined;
  certificates: number;
  reason: string;
  status: RequestStatus;
  certificatesGranted: number | undefined;
  answer: string | undefined;
  createdAt: Date;
  decidedAt: Date | undefined;
};

/** The most that can be granted at once. */
export const MOST_AT_ONCE = 1_000_000_000;
export const MOST_WORDS = 1_000;
