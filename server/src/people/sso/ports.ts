/** The issuer, as logins use it, and the store of whom it knows. */

import type { Actor } from '../../kernel/actor.ts';
import type { AccountId, PersonId } from '../../kernel/ids.ts';
import type { Person } from '../persons/ports.ts';
import type { ClaimedRole } from './settings.ts';

/** The owner of what a session keeps sealed. */
export const SSO_ID_TOKEN = 'sso id token';

/** What a login at the issuer began with; only the browser that began it has it. */
export type SsoAttempt = { state: string; nonce: string; verifier: string; isProof: boolean };

/** Somebody whom the issuer has just vouched for. */
export type Vouched = {
  issuer: string;
  subject: string;
  /** The issuer's own name of its session. */
  session: string | undefined;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  idToken: string;
  claims: Readonly<Record<string, unknown>>;
};

/** Whose sessions end. */
export type LoggedOutThere = {
  issuer: string;
  subject: string | undefined;
  session: string | undefined;
  /** No two messages have the same. */
  messageId: string;
};

export type Issuer = {
  /** Where the browser goes. Rejects with `sso_unavailable` while the issuer is away. */
  begin(attempt: SsoAttempt): Promise<string>;
  /**
   * `query`: with which the browser came back. Undefined unless every check holds: state, issuer, code, signature, audience,
   * nonce, times. Rejects with `sso_unavailable` while the issuer is away.
   */
  finish(query: string, attempt: SsoAttempt): Promise<Vouched | undefined>;
  /** Where the browser ends the issuer's session too; undefined if the issuer has no such page, or is away. */
  logOutAddress(idToken: string | undefined): Promise<string | undefined>;
  /** Undefined unless the issuer signed it, for us, a moment ago. */
  readLogOut(token: string): Promise<LoggedOutThere | undefined>;
};

export type NewIdentity = Pick<Vouched, 'issuer' | 'subject'>;

/** A place in the account of the settings. */
export type ClaimedSeat = { account: AccountId; role: ClaimedRole };

export type IdentityStore = {
  /** True the first time. */
  useOnce(hash: Uint8Array, expiresAt: Date): Promise<boolean>;
  find(identity: NewIdentity): Promise<Person | undefined>;
  /** False if that person is known to the issuer already, or the identity belongs to somebody. */
  join(
    identity: NewIdentity,
    personId: PersonId,
    seat: ClaimedSeat | undefined,
    now: Date,
    by: Actor,
  ): Promise<boolean>;
  /**
   * The issuer vouches for an address that nobody had proved here. Passwords, factors and sessions of whoever signed up with
   * it end.
   */
  proveAddress(personId: PersonId, now: Date): Promise<void>;
  /** A person without a password. False if the address is taken meanwhile. */
  create(
    identity: NewIdentity,
    person: Person,
    seat: ClaimedSeat | undefined,
    now: Date,
    by: Actor,
  ): Promise<boolean>;
  /** Changes the role of a seat that is there; owners keep theirs. */
  setRole(personId: PersonId, seat: ClaimedSeat, now: Date, by: Actor): Promise<void>;
  /** Whether they own the account. */
  owns(personId: PersonId, account: AccountId): Promise<boolean>;
  /** Whether an invitation to this address can still be taken. */
  isInvited(email: string, now: Date): Promise<boolean>;
  noteLogin(identity: NewIdentity, now: Date): Promise<void>;
  /** Ends the sessions that the issuer opened, and resolves with their number. */
  endSessions(ended: Omit<LoggedOutThere, 'messageId'>, now: Date): Promise<number>;
};
