/** The issuer, as logins use it, and the store of identities that belong to people. */

import type { Actor } from '../../kernel/actor.ts';
import type { AccountId, PersonId } from '../../kernel/ids.ts';
import type { Person } from '../persons/ports.ts';
import type { ClaimedRole } from './settings.ts';

/** The owner for which id tokens are sealed. */
export const SSO_ID_TOKEN = 'sso id token';

/** The secrets with which a login at the issuer began; only the browser that began it has them. */
export type SsoAttempt = { state: string; nonce: string; verifier: string; isProof: boolean };

/** A person for whom the issuer has just vouched. */
export type Vouched = {
  issuer: string;
  subject: string;
  /** The issuer's name for its own session. */
  session: string | undefined;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  idToken: string;
  claims: Readonly<Record<string, unknown>>;
};

/** The identity or session that must end. */
export type LoggedOutThere = {
  issuer: string;
  subject: string | undefined;
  session: string | undefined;
  /** The id of the message; no two messages have the same. */
  messageId: string;
};

export type Issuer = {
  /** Where the browser is sent. Rejects with `sso_unavailable` if the issuer cannot be reached. */
  begin(attempt: SsoAttempt): Promise<string>;
  /**
   * `query` is what the browser brought back. Undefined unless every check passes: state, issuer, code, signature,
   * audience, nonce, times. Rejects with `sso_unavailable` if the issuer cannot be reached.
   */
  finish(query: string, attempt: SsoAttempt): Promise<Vouched | undefined>;
  /**
   * Where the browser can end the issuer's session too; undefined if the issuer has no such page or cannot be reached.
   */
  logOutAddress(idToken: string | undefined): Promise<string | undefined>;
  /** Undefined unless the issuer signed the message a moment ago, for us. */
  readLogOut(token: string): Promise<LoggedOutThere | undefined>;
};

export type NewIdentity = Pick<Vouched, 'issuer' | 'subject'>;

/** A seat in the account that the settings name. */
export type ClaimedSeat = { account: AccountId; role: ClaimedRole };

export type IdentityStore = {
  /** True only the first time. */
  useOnce(hash: Uint8Array, expiresAt: Date): Promise<boolean>;
  find(identity: NewIdentity): Promise<Person | undefined>;
  /** False if the issuer already knows that person, or if the identity belongs to somebody. */
  join(
    identity: NewIdentity,
    personId: PersonId,
    seat: ClaimedSeat | undefined,
    now: Date,
    by: Actor,
  ): Promise<boolean>;
  /**
   * The issuer vouches for an address that was never proved here. All passwords, factors and sessions of whoever signed
   * up with it end.
   */
  proveAddress(personId: PersonId, now: Date): Promise<void>;
  /** Creates a person without a password. False if the address is already taken. */
  create(
    identity: NewIdentity,
    person: Person,
    seat: ClaimedSeat | undefined,
    now: Date,
    by: Actor,
  ): Promise<boolean>;
  /** Changes the role of an existing seat. Owners keep theirs. */
  setRole(personId: PersonId, seat: ClaimedSeat, now: Date, by: Actor): Promise<void>;
  /** Whether the person is an owner of the account. */
  owns(personId: PersonId, account: AccountId): Promise<boolean>;
  /** Whether there is an open invitation to this address. */
  isInvited(email: string, now: Date): Promise<boolean>;
  noteLogin(identity: NewIdentity, now: Date): Promise<void>;
  /** Ends the sessions that the issuer opened, and resolves with their number. */
  endSessions(ended: Omit<LoggedOutThere, 'messageId'>, now: Date): Promise<number>;
};
