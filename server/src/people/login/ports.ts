/** Sessions, and the throttle for attempts. */

import type { AuditNote } from '../../audit/ports.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { AccountId, PersonId, SessionId } from '../../kernel/ids.ts';
import type { Person, Seat } from '../persons/ports.ts';

export type Session = {
  /** The id may be shown, because it is neither the token nor its hash. */
  id: SessionId;
  createdAt: Date;
  /** Exact to the minute. */
  lastSeenAt: Date;
  ip: string | undefined;
  userAgent: string | undefined;
  /**
   * Set if an issuer opened the session. `provenAt` is when the person last proved their identity again at the issuer.
   */
  sso: { provenAt: Date | undefined } | undefined;
};

/** Anyone who is logged in. */
export type Visit = { person: Person; session: Session };

/** A visit, and the seat that the call is about. */
export type SeatedVisit = Visit & {
  /** Undefined if the person has no seat in the named account, or no seat at all. */
  seat: (Seat & { lastSeenAt: Date | undefined; isUsedLast: boolean }) | undefined;
  /** The number of open accounts in which the person has a seat. */
  seats: number;
};

export type NewSession = {
  id: SessionId;
  personId: PersonId;
  tokenHash: Uint8Array;
  createdAt: Date;
  expiresAt: Date;
  /** Undefined for a session that was opened without the issuer. */
  sso?: SsoSession | undefined;
};

/** What is stored about a login through an issuer. */
export type SsoSession = {
  issuer: string;
  subject: string;
  session: string | undefined;
  sealedIdToken: string;
};

export type SessionStore = {
  /**
   * False when the password, the authenticator app or the passkeys are no longer those that were checked (`mark`, from
   * `findByEmail`): a login that began before such a change must not survive it.
   */
  open(
    session: NewSession,
    mark: string,
    note: AuditNote,
    /** Whether the login was proved by more than a password: a second factor, a known device, a mailed link. */
    isProven: boolean,
  ): Promise<boolean>;
  /**
   * One statement reads session, person, seat and role, so that every change of them applies to the next request in
   * every process. `account`: as the call names it; otherwise the account used last.
   */
  find(tokenHash: Uint8Array, now: Date, account: string | undefined): Promise<SeatedVisit | undefined>;
  /** Records that the session was used, and the account if the call was about one. */
  seen(id: SessionId, personId: PersonId, account: AccountId | undefined, now: Date): Promise<void>;
  list(personId: PersonId, now: Date): Promise<Session[]>;
  /**
   * The sealed id token, with which the issuer ends its own session; undefined for a session that was opened without
   * the issuer.
   */
  ssoToken(id: SessionId): Promise<string | undefined>;
  /** Records that the issuer has just confirmed again who the person is. */
  proven(id: SessionId, at: Date): Promise<void>;
  /** Returns whether the session existed. Only then is an audit entry written, with `by` as its actor. */
  close(personId: PersonId, id: SessionId, now: Date, by: Actor): Promise<boolean>;
  closeOthers(personId: PersonId, kept: SessionId, now: Date, by: Actor): Promise<number>;
};

/** A subject (a hash), and how many attempts it may have in one window. */
export type Claim = {
  subject: Uint8Array;
  ceiling: number;
  windowMs: number;
  /** Each attempt begins the window anew, so that no period of this length contains more attempts than the ceiling. */
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
