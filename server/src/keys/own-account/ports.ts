/** What a key may learn of itself and of its account. */

import type { AccountRead } from '../../operations/account-read.ts';
import type { Caller, CallerLimits, Refusal, SecretHash } from '../key.ts';

export type OwnAccount = {
  caller: Caller;
  accountName: string;
  /** Live certificates that the account may still make. */
  certificatesLeft: number;
  keyName: string;
  expiresAt: Date | undefined;
  limits: CallerLimits;
};

export type OwnAccounts = {
  /** Looks a key up without counting a call, and runs `read` for its account in the same round trip. */
  find<T>(
    secretHash: SecretHash,
    now: Date,
    read: AccountRead<T>,
  ): Promise<{ own: OwnAccount; value: T } | { refusal: Refusal }>;
};
