/** What is written to the audit log, and how it is read. */

import type { AccountId } from '../kernel/ids.ts';

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

export const ACTOR_TYPES = ['person', 'operator', 'key'] as const;

/** Who did something, and from where. Named by id: a name that changes or is blanked is looked up when read. */
export type Actor = {
  type: (typeof ACTOR_TYPES)[number];
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

export type RequestOrigin = { ip: string | undefined; userAgent: string | undefined };
