/** Writing and reading the audit log. */

import type { Actor } from '../kernel/actor.ts';
import type { AccountId, KeyId, PersonId } from '../kernel/ids.ts';
import type { AuditAction } from './actions.ts';

/** The hash chain of what operators did. */
export const OPERATOR_LOG = 'operator';

/** An event to be written. Details never hold a secret, nor data that a person may ask to have erased. */
export type AuditNote = {
  /** The log that is written to: an account's, a person's own, or that of the operators. */
  accountId: AccountId | PersonId | typeof OPERATOR_LOG;
  at: Date;
  action: AuditAction;
  by: Actor;
  /** The id of the object acted on. */
  target?: string | undefined;
  details?: Record<string, unknown>;
};

export type AuditEvent = {
  /** Position in the account's chain: 1, 2, 3 … */
  number: number;
  at: Date;
  action: string;
  actor: AuditActor;
  ip: string | undefined;
  userAgent: string | undefined;
  target: string | undefined;
  /** The kind of record that `target` identifies, if such records have names. */
  object: AuditObject | undefined;
  /** Undefined if the action concerned the whole account. */
  mode: Mode | undefined;
  details: Record<string, unknown>;
};

type AuditActor = {
  type: Actor['type'];
  id: string;
  /** The present name; the id if the name was erased. */
  name: string;
  /** The person's role in the account at the time; older entries lack it. */
  role: string | undefined;
  /** For a key: the person who made it. */
  madeBy: { id: string; name: string } | undefined;
};

/** The name of a record, and the record that it belongs to, such as the member of an award. */
export type AuditObject = { type: string; id: string; name: string; of: Omit<AuditObject, 'of'> | undefined };

type Mode = 'live' | 'test';

/** Selects only entries that match all given filters. */
export type AuditFilter = {
  person?: PersonId;
  key?: KeyId;
  /** An action, such as `award.approve`, or all actions on a kind of record, such as `award`. */
  action?: string;
  /** The id of the record. */
  object?: string;
  /** `live`: everything except actions on test data. */
  mode?: Mode;
  /** A date with time, or a day in the account's time zone; inclusive. */
  from?: string;
  /** A date with time (exclusive) or a day (inclusive). */
  to?: string;
};

/** A row in the form that is hashed: its strings are exactly as stored. */
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
  /** The JSON text exactly as stored. */
  details: string;
  prevHash: Uint8Array;
  hash: Uint8Array;
};

/** The last row of an account's chain, stored separately, so that a truncated chain is noticed. */
type AuditHead = { accountId: string; number: number; hash: Uint8Array };

/**
 * Append-only, one hash chain per account. A statement that changes something also writes its note; `write` is for
 * events that change nothing.
 */
export type AuditLog = {
  write(note: AuditNote): Promise<void>;
  /** Reads a page, newest entry first. The entry `before` is not in it. */
  page(
    accountId: AuditNote['accountId'],
    limit: number,
    before: number | undefined,
    only?: {
      filter: AuditFilter;
      /** Only entries with a higher number are read. */
      after: number;
    },
  ): Promise<AuditEvent[]>;
  /** Reads, for checking, every account that exists or has a chain or a head, in order of id. */
  accounts(after: string | undefined, limit: number): Promise<string[]>;
  head(accountId: string): Promise<AuditHead | undefined>;
  /** Reads rows for checking, oldest first. */
  rows(accountId: string, after: number, limit: number): Promise<AuditRow[]>;
};
