/** What logging in keeps: sessions, and counts of attempts. */

import type { Actor, AuditNote } from '../../audit/ports.ts';
import type { AccountId, SessionId } from '../../kernel/ids.ts';
import type { Account } from '../accounts/ports.ts';

export type Session = {
  /** Neither the token nor its hash: it opens nothing. */
  id: SessionId;
  createdAt: Date;
  /** To the minute. */
  lastSeenAt: Date;
  ip: string | undefined;
  userAgent: string | undefined;
};

/** Whoever is logged in. */
export type Person = { account: Account; session: Session };

export type NewSession = {
  id: SessionId;
  accountId: AccountId;
  tokenHash: Uint8Array;
  createdAt: Date;
  expiresAt: Date;
};

export type SessionStore = {
  /**
   * False when the account's password is no longer the one that was checked: who logs in while the password
   * is being changed does not stay in.
   */
  open(session: NewSession, passwordHash: string | undefined, note: AuditNote): Promise<boolean>;
  find(tokenHash: Uint8Array, now: Date): Promise<{ account: Account; session: Session } | undefined>;
  seen(id: SessionId, accountId: AccountId, now: Date): Promise<void>;
  list(accountId: AccountId, now: Date): Promise<Session[]>;
  /** Whether there was one. `by` is who closes it; nothing is written down where there is nothing to close. */
  close(accountId: AccountId, id: SessionId, now: Date, by: Actor): Promise<boolean>;
  closeOthers(accountId: AccountId, kept: SessionId, now: Date, by: Actor): Promise<number>;
};

/** Something that is counted, by a hash, and how often it may happen in one window. */
export type Claim = { subject: Uint8Array; ceiling: number; windowMs: number };

export type Throttle = {
  /**
   * Counts one attempt under each claim, or none at all: then the time at which the last of those that are
   * full is free again. One statement, so that of many that come together no more get through than there is
   * room for, in any number of processes.
   */
  claim(claims: readonly Claim[], now: Date): Promise<Date | undefined>;
  /** The attempt was none: it is taken out of the count again. */
  giveBack(subjects: readonly Uint8Array[]): Promise<void>;
  /** Starts the count anew. */
  forget(subject: Uint8Array): Promise<void>;
};
