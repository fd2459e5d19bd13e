/** The account and its store. */

import type { Actor } from '../../kernel/actor.ts';
import type { AccountId } from '../../kernel/ids.ts';

export const LANGUAGES = ['es', 'en'] as const;

export type Account = {
  id: AccountId;
  email: string;
  name: string;
  certificatesLeft: number;
  maxRatePerMinute: number | undefined;
  maxMonthlyQuota: number | undefined;
  createdAt: Date;
  /** Undefined if nobody has proved to own the e-mail address. */
  emailProvenAt: Date | undefined;
  /** Set from a password reset until the owner has said which keys to revoke. */
  keysInDoubtSince: Date | undefined;
  /** Undefined: the browser's preference. */
  language: (typeof LANGUAGES)[number] | undefined;
  timeZone: string | undefined;
  /** For how long original files are kept; undefined: for ever, or as long as the operator keeps those of test mode. */
  keepFilesDays: number | undefined;
  hasAuthenticatorApp: boolean;
  /** How many. */
  passkeys: number;
  deletionRequestedAt: Date | undefined;
  /** Set for an account that the operator has closed for good. */
  closedAt: Date | undefined;
};

/** `null` clears a field, undefined leaves it unchanged. */
export type AccountChange = {
  name?: string;
  language?: (typeof LANGUAGES)[number] | null;
  timeZone?: string | null;
};

/** For the first page of the dashboard. */
type AccountOverview = {
  /** All live certificates so far. */
  certificatesMade: number;
  monthCalls: number;
  /** Live ones. */
  monthCertificates: number;
  monthTestCertificates: number;
  hasKey: boolean;
  hasCalled: boolean;
  hasCertificate: boolean;
  hasOpenedPage: boolean;
};

export type AccountLimits = { ratePerMinute?: number | null; monthlyQuota?: number | null };

export type AccountStore = {
  /** False when the e-mail address is taken, ignoring case. */
  create(account: Account, passwordHash: string | undefined, by: Actor): Promise<boolean>;
  /** The address in the spelling by which the database matches accounts. */
  fold(email: string): Promise<string>;
  /** `mark`: see `credentialsMark`. */
  findByEmail(
    email: string,
  ): Promise<{ account: Account; passwordHash: string | undefined; mark: string } | undefined>;
  /** Another text after every change of the password, the authenticator app or the passkeys. */
  credentialsMark(email: string): Promise<string | undefined>;
  /**
   * Takes the address away from an account that has not proved it, and ends its sessions; it keeps the rest.
   * `winner`: the account that has just proved it, if it exists already.
   */
  giveUpUnproven(email: string, now: Date, winner?: AccountId): Promise<void>;
  find(id: AccountId): Promise<Account | undefined>;
  list(): Promise<Account[]>;
  /** Adds to the allowance; undefined when there is no such account. */
  grant(id: AccountId, certificates: number, now: Date, by: Actor): Promise<Account | undefined>;
  /** The most that its keys can be allowed; null: as the settings say, undefined: as it is. */
  limit(id: AccountId, limits: AccountLimits, now: Date, by: Actor): Promise<Account | undefined>;
  change(id: AccountId, change: AccountChange, now: Date, by: Actor): Promise<Account>;
  /** Undefined: for ever. */
  keepFiles(id: AccountId, days: number | undefined, now: Date, by: Actor): Promise<Account>;
  /** Idempotent: a repeated request keeps the time of the first. */
  endKeyReview(id: AccountId): Promise<void>;
  requestDeletion(id: AccountId, now: Date, by: Actor): Promise<Account>;
  cancelDeletion(id: AccountId, now: Date, by: Actor): Promise<Account>;
  /**
   * Revokes every key, closes every session, deletes password and second factor, and blanks e-mail address and
   * name, all or nothing. Certificates, their proofs and the log stay. Rejects with `legal_hold` under one. Undefined when there is no such account.
   */
  close(id: AccountId, now: Date, by: Actor): Promise<Account | undefined>;
  overview(id: AccountId, now: Date): Promise<AccountOverview>;
  /** Calls counted this month over all keys of the account. */
  monthCalls(id: AccountId, now: Date): Promise<number>;
};
