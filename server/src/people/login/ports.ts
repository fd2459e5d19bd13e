/** Sessions, and the throttle for attempts. */

import type { AuditNote } from '../../audit/ports.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { AccountId, SessionId } from '../../kernel/ids.ts';
import type { Account } from '../accounts/ports.ts';

export type Session = {
  /** Neither the token nor its hash, so it may be shown. */
  id: SessionId;
  createdAt: Date;
  /** To the minute. */
  lastSeenAt: Date;
  ip: string | undefined;
  userAgent: string | undefined;
};

/** Anyone who is logged in. */
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
   * False when the password, the authenticator app or the passkeys are no longer those that were checked (`mark`, of
   * the accounts' `findByEmail`): a login during a change of them must not survive it.
   */
  open(
    session: NewSession,
    mark: string,
    note: AuditNote,
    /** By more than a password: a second factor, a known device, a mailed link. */
    isProven: boolean,
  ): Promise<boolean>;
  find(tokenHash: Uint8Array, now: Date): Promise<{ account: Account; session: Session } | undefined>;
  seen(id: SessionId, accountId: AccountId, now: Date): Promise<void>;
  list(accountId: AccountId, now: Date): Promise<Session[]>;
  /** Whether the session existed. Only then is an audit entry written, with `by` as its actor. */
  close(accountId: AccountId, id: SessionId, now: Date, by: Actor): Promise<boolean>;
  closeOthers(accountId: AccountId, kept: SessionId, now: Date, by: Actor): Promise<number>;
};

/** A subject (a hash), and how many attempts it may have in one window. */
export type Claim = {
  subject: Uint8Array;
  ceiling: number;
  windowMs: number;
  /** Each attempt begins the window anew, so that no stretch of its length holds more than the ceiling. */
  isSliding?: boolean;
};

export type Throttle = {
  /**
   * Counts one attempt under each claim, or none if any is full; then returns the time when the last full one
   * is free again. One statement, so that concurrent attempts never exceed a ceiling, in any number of
   * processes.
   */
  claim(claims: readonly Claim[], now: Date): Promise<Date | undefined>;
  /** Uncounts one attempt. */
  giveBack(subjects: readonly Uint8Array[]): Promise<void>;
  /** Resets the count. */
  forget(subject: Uint8Array): Promise<void>;
};
