/** What the use cases around people need: sessions, second factors, forgotten passwords, mail, the audit log. */

import type { AccountId, SessionId } from '../kernel/ids.ts';
import type { Account } from '../ports.ts';

// ── Audit log ────────────────────────────────────────────────────────────────

export type AuditAction =
  | 'account.create'
  | 'account.change'
  | 'account.close'
  | 'session.open'
  | 'session.open_failed'
  | 'session.close'
  | 'password.change'
  | 'password.reset'
  | 'second_factor.enable'
  | 'second_factor.disable'
  | 'recovery_codes.renew'
  | 'key.create'
  | 'key.change'
  | 'key.rotate'
  | 'key.revoke'
  | 'certificate.create'
  | 'deletion.request'
  | 'deletion.cancel'
  | 'allowance.grant';

/** Who did something, and from where. Named by id: a name that changes or is blanked is looked up when read. */
export type Actor = {
  type: 'person' | 'operator' | 'key';
  /** Of the account for a person, of the key for a key. */
  id: string;
  ip: string | undefined;
  userAgent: string | undefined;
};

/** What is about to be written down. Details never hold a secret, nor what a person may ask to have erased. */
export type AuditNote = {
  accountId: AccountId;
  at: Date;
  action: AuditAction;
  by: Actor;
  /** The id of what it was done to. */
  target?: string | undefined;
  details?: Record<string, unknown>;
};

export type AuditEvent = {
  /** Its place in the account's chain: 1, 2, 3 … */
  number: number;
  at: Date;
  action: string;
  actor: { type: Actor['type']; name: string };
  ip: string | undefined;
  userAgent: string | undefined;
  target: string | undefined;
  details: Record<string, unknown>;
};

/** A row as it is hashed: texts exactly as stored. */
export type AuditRow = {
  accountId: string;
  number: number;
  atMicros: number;
  action: string;
  actorType: string;
  actorId: string;
  ip: string | null;
  userAgent: string | null;
  target: string | null;
  /** JSON, byte for byte. */
  details: string;
  prevHash: Uint8Array;
  hash: Uint8Array;
};

/** The end of an account's chain, kept apart from it: a chain that was cut short does not reach it. */
export type AuditHead = { accountId: string; number: number; hash: Uint8Array };

/**
 * Append-only, one hash chain per account. Changes write their note in their own statement; `write` is for
 * those that have none.
 */
export type AuditLog = {
  write(note: AuditNote): Promise<void>;
  /** Newest first, `before` excluded. */
  page(accountId: AccountId, limit: number, before: number | undefined): Promise<AuditEvent[]>;
  /** For checking: every account that has a chain or the end of one, in order of id. */
  accounts(after: string | undefined, limit: number): Promise<string[]>;
  head(accountId: string): Promise<AuditHead | undefined>;
  /** For checking: oldest first. */
  rows(accountId: string, after: number, limit: number): Promise<AuditRow[]>;
};

// ── Sessions ─────────────────────────────────────────────────────────────────

export type SessionOrigin = { ip: string | undefined; userAgent: string | undefined };

export type Session = {
  /** Neither the token nor its hash: it opens nothing. */
  id: SessionId;
  createdAt: Date;
  /** To the minute. */
  lastSeenAt: Date;
  ip: string | undefined;
  userAgent: string | undefined;
};

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

// ── Passwords ────────────────────────────────────────────────────────────────

export type PasswordStore = {
  /**
   * Changes the password if it still is the one that was checked, closes every session of the account and
   * opens this one. False when it no longer is.
   */
  change(checkedHash: string, newHash: string, session: NewSession, by: Actor): Promise<boolean>;
  addReset(accountId: AccountId, tokenHash: Uint8Array, expiresAt: Date): Promise<void>;
  /** The account that a reset token is good for. */
  findReset(tokenHash: Uint8Array, now: Date): Promise<AccountId | undefined>;
  /**
   * Uses the token up, sets the password, closes every session and drops the account's other tokens. The
   * account's e-mail address, or undefined when another request was faster.
   */
  reset(
    tokenHash: Uint8Array,
    newHash: string,
    now: Date,
    origin: SessionOrigin,
  ): Promise<string | undefined>;
};

// ── Second factor ────────────────────────────────────────────────────────────

/** Secrets are sealed (`app/seal-secret.ts`) before they get here; recovery codes are hashed. */
export type SecondFactorStore = {
  find(accountId: AccountId): Promise<{ sealed: string | undefined; pending: string | undefined }>;
  /** Keeps a secret that nobody has confirmed yet; the one in use stays in use. */
  setPending(accountId: AccountId, sealed: string): Promise<void>;
  /** Puts the pending secret in use. False when it is no longer this one. */
  confirm(
    accountId: AccountId,
    pending: string,
    step: number,
    recoveryHashes: readonly Uint8Array[],
    now: Date,
    by: Actor,
  ): Promise<boolean>;
  /** True once for each step, over all processes (RFC 6238 §5.2). */
  useStep(accountId: AccountId, step: number): Promise<boolean>;
  /** True once for each code. */
  useRecoveryCode(accountId: AccountId, hash: Uint8Array): Promise<boolean>;
  /** False when there is no second factor. */
  renewRecoveryCodes(
    accountId: AccountId,
    hashes: readonly Uint8Array[],
    now: Date,
    by: Actor,
  ): Promise<boolean>;
  /** False when there was none. */
  remove(accountId: AccountId, now: Date, by: Actor): Promise<boolean>;
};

// ── Throttle ─────────────────────────────────────────────────────────────────

/** Something that is counted, by a hash, and how often it may happen in one window. */
export type Claim = { subject: Uint8Array; ceiling: number };

export type Throttle = {
  /**
   * Counts one attempt under each claim, or none at all: then the time at which the last of those that are
   * full is free again. One statement, so that of many that come together no more get through than there is
   * room for, in any number of processes.
   */
  claim(claims: readonly Claim[], now: Date, windowEndsAt: Date): Promise<Date | undefined>;
  /** The attempt was none: it is taken out of the count again. */
  giveBack(subjects: readonly Uint8Array[]): Promise<void>;
  /** Starts the count anew. */
  forget(subject: Uint8Array): Promise<void>;
};

// ── Mail and work aside ──────────────────────────────────────────────────────

export type Mail = { to: string; subject: string; text: string };

export type Mailer = { send(mail: Mail): Promise<void> };

/** Work that no answer waits for: neither its length nor its failure shows in one. */
export type Aside = {
  /** A failure is written to the log, and that is all. */
  start(what: string, task: () => Promise<unknown>): void;
  /** Resolves once nothing is under way. */
  settled(): Promise<void>;
};
