/** The account and its store. */

import type { Actor } from '../../kernel/actor.ts';
import type { AccountId, PersonId } from '../../kernel/ids.ts';

/** An account owns certificates, keys, webhooks and councils. It never logs in: people with a seat in it do. */
export type Account = {
  id: AccountId;
  name: string;
  certificatesLeft: number;
  /** All certificates that were ever granted to it, minus those taken back. */
  certificatesGranted: number;
  maxRatePerMinute: number | undefined;
  maxMonthlyQuota: number | undefined;
  createdAt: Date;
  timeZone: string | undefined;
  /**
   * For how long original files are kept. Undefined: live files for ever, test files for as long as the operator has
   * set.
   */
  keepFilesDays: number | undefined;
  /** Whether four eyes are required: people cannot decide on what they reported themselves. */
  fourEyes: boolean;
  /** Whether public pages show the account's name. */
  showsName: boolean;
  /** Whether people without a second factor must set one up before they can do anything else. */
  requireSecondFactor: boolean;
  /** If set, its keys are refused and nobody can change anything in it. */
  suspendedAt: Date | undefined;
  deletionRequestedAt: Date | undefined;
  /** Set for an account that the operator has closed for good. */
  closedAt: Date | undefined;
};

/** `null` clears a field, undefined leaves it unchanged. */
export type AccountChange = {
  name?: string;
  timeZone?: string | null;
  fourEyes?: boolean;
  showsName?: boolean;
  requireSecondFactor?: boolean;
};

/** The values of the field in the API. */
export const FOUR_EYES = ['off', 'required'] as const;

export function toFourEyes(isRequired: boolean): (typeof FOUR_EYES)[number] {
  return isRequired ? 'required' : 'off';
}

/** The figures on the first page of the dashboard. */
type AccountOverview = {
  /** All live certificates so far. */
  certificatesMade: number;
  monthCalls: number;
  /** Live certificates of this month. */
  monthCertificates: number;
  monthTestCertificates: number;
  hasKey: boolean;
  hasCalled: boolean;
  hasCertificate: boolean;
  hasOpenedPage: boolean;
};

export type AccountLimits = { ratePerMinute?: number | null; monthlyQuota?: number | null };

/** The person who is made with the account. */
type NewOwner = {
  id: PersonId;
  email: string;
  language: 'es' | 'en' | undefined;
  emailProvenAt: Date | undefined;
};

export type AccountStore = {
  /**
   * Adds an account and the person who owns it. False when the e-mail address is taken, ignoring case. `firstOperates`:
   * whether they become an operator if nobody was here before.
   */
  create(
    account: Account,
    owner: NewOwner,
    passwordHash: string | undefined,
    by: Actor,
    firstOperates?: boolean,
  ): Promise<boolean>;
  /**
   * Adds a further account for a person, who becomes its owner. False if the person has already opened the most
   * accounts allowed; the count is exact in any number of processes.
   */
  open(account: Account, owner: PersonId, most: number, by: Actor): Promise<boolean>;
  find(id: AccountId): Promise<Account | undefined>;
  list(): Promise<Account[]>;
  /**
   * Adds to the allowance, or takes from it. Undefined if there is no such account, if it is closed, or if fewer are
   * left than would be taken.
   */
  grant(
    id: AccountId,
    certificates: number,
    now: Date,
    by: Actor,
    reason?: string,
  ): Promise<Account | undefined>;
  /**
   * Undefined if the account is already suspended, closed or unknown. Takes effect with the next call in every process.
   */
  suspend(id: AccountId, reason: string, now: Date, by: Actor): Promise<Account | undefined>;
  /** Undefined if the account is not suspended. */
  resume(id: AccountId, reason: string, now: Date, by: Actor): Promise<Account | undefined>;
  /** Sets the highest limits that its keys can have. `null` means those of the settings, undefined changes nothing. */
  limit(id: AccountId, limits: AccountLimits, now: Date, by: Actor): Promise<Account | undefined>;
  change(id: AccountId, change: AccountChange, now: Date, by: Actor): Promise<Account>;
  /** Undefined: for ever. */
  keepFiles(id: AccountId, days: number | undefined, now: Date, by: Actor): Promise<Account>;
  /** Idempotent: a repeated request keeps the time of the first. */
  requestDeletion(id: AccountId, now: Date, by: Actor): Promise<Account>;
  cancelDeletion(id: AccountId, now: Date, by: Actor): Promise<Account>;
  /**
   * Revokes every key and invitation, ends every seat and blanks the name, all or nothing. Certificates, their proofs
   * and the log stay, and so do the people. Rejects with `legal_hold` if a hold covers the account. Undefined when
   * there is no such account.
   */
  close(id: AccountId, now: Date, by: Actor): Promise<Account | undefined>;
  overview(id: AccountId, now: Date): Promise<AccountOverview>;
  /** Calls counted this month over all keys of the account. */
  monthCalls(id: AccountId, now: Date): Promise<number>;
};
