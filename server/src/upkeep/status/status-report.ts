/** What `sello status --json` prints. */

import type { ConditionName, Part } from '../conditions/conditions.ts';
import type { Disk } from '../conditions/find-conditions.ts';
import type { DatabaseFacts } from './pg-status.ts';

export type Status = {
  version: string;
  baseUrl: string;
  /** The problems that need attention, most urgent first; empty if there are none. */
  attention: string[];
  /** The conditions of the list in docs/operations.md that are true. */
  conditions: ToldCondition[];
  /**
   * Whether a process on this machine reported its own conditions: its breakers, mails, clean-ups, clock, open files.
   */
  knowsProcess: boolean;
  /** The database. Undefined if there is none yet, or if it does not answer. */
  database:
    | (Omit<DatabaseFacts, 'keys' | 'notes' | 'owners' | 'renewals'> & { isEmbedded: boolean })
    | undefined;
  /** Renewals of time stamps: those that were made, the one under way, and when the next is due. */
  renewals: ToldRenewals | undefined;
  isDatabaseAway: boolean;
  providers: ToldProvider[];
  keys: { wrapped: number; bare: number; unreadable: number; master: 'settings' | 'command' | 'data folder' };
  filesEncrypted: boolean;
  mail: boolean;
  signup: 'open' | 'closed';
  trustedProxies: readonly string[];
  unnamedProxies: { peer: string; header: string; seenAt: Date; isNear: boolean }[];
  disk: (Disk & { folder: string }) | undefined;
  /** What the log has signed and the database has lost; undefined if nothing is. */
  lostPast: string | undefined;
  lastBackup: { at: Date; folder: string; isEncrypted: boolean } | undefined;
};

export type ToldCondition = {
  name: ConditionName;
  level: 'red' | 'yellow';
  touches: readonly Part[];
  code?: string;
  text: string;
};

export type ToldRenewals = {
  made: number;
  last: { at: Date; hash: string } | undefined;
  /** The renewal that is ordered, but not stamped yet. */
  waiting: { certificates: number; tries: number } | undefined;
  due: ToldEnd | undefined;
  next: ToldEnd | undefined;
};

/** What ends, when it ends, and from when a renewal is due. */
type ToldEnd = { of: string; endsAt: Date; dueAt: Date };

export type ToldProvider = {
  name: string;
  /**
   * Whether the newest token was verified under a root that the settings call accredited. The settings alone prove
   * nothing.
   */
  isAccredited: boolean;
  /** Whether the settings expect the provider to be accredited. */
  isExpectedToBe: boolean;
  /** The time of the newest token among the last certificates. */
  lastTokenAt: Date | undefined;
};
