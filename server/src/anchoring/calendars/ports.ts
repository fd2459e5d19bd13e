/** The ports for stamping checkpoints in Bitcoin through OpenTimestamps calendars. */

import type { OtsTree } from '@sello/proof';
import type { Turn } from '../../database/duties.ts';
import type { CalendarFailureCode } from './calendar-failure.ts';

/**
 * A calendar. Calls reject with a `CalendarFailure`, and within the deadline. Both calls may be repeated and cost
 * nothing.
 */
export type Calendar = {
  /** The address, as `parseCalendarAddress` writes it. */
  readonly url: string;
  /** The calendar's promise to stamp these 32 bytes: operations on them, and the address to ask for the rest. */
  submit(digest: Uint8Array): Promise<OtsTree>;
  /** The rest of a promise; undefined while the promise is in no block. */
  complete(commitment: Uint8Array): Promise<OtsTree | undefined>;
};

export type BitcoinBlocks = {
  /**
   * The header of the block at this height, which hashes to that block's hash. Undefined if there is no such block
   * yet.
   */
  headerAt(height: number): Promise<Uint8Array | undefined>;
};

/** The calendars that the operator named. If there are none, nothing is stamped. */
export type Calendars = {
  all: readonly Calendar[];
  /**
   * The source of block headers. If undefined, what calendars claim about blocks is passed on unchecked and marked as
   * their claim.
   */
  blocks: BitcoinBlocks | undefined;
  /** The shortest time between two stamps of one calendar. */
  intervalMs: number;
};

export const CALENDAR_STAMP_STATES = ['written', 'pending', 'complete'] as const;

/** A stamp: one checkpoint that was sent to one calendar. Its state goes from `written` to `pending` to `complete`. */
export type CalendarStampRow = {
  id: number;
  calendar: string;
  treeSize: number;
  root: Uint8Array;
  /** Bytes that are appended to the root before hashing, so that the calendar cannot tell whose log it stamps. */
  nonce: Uint8Array;
  state: (typeof CALENDAR_STAMP_STATES)[number];
  writtenAt: Date;
  /** How many times the stamp was requested without success. */
  tries: number;
  /**
   * A detached file over the root, up to the promise or all the way to the block. Undefined while the stamp is only
   * written.
   */
  ots: Uint8Array | undefined;
  /** The block that the calendar names, once the stamp is complete. */
  bitcoinHeight: number | undefined;
  /** The header of that block, once it was compared with what the calendar claims. */
  header: Uint8Array | undefined;
};

/** A calendar by its address, or the source of headers. */
export type CalendarParty = string;
export const BITCOIN_BLOCKS: CalendarParty = 'bitcoin';

type CalendarTrouble = {
  party: CalendarParty;
  /** A `CalendarFailureCode` of the version that stored it, or `overdue`. */
  code: string;
  message: string;
};

/** Any process may read. Writing needs the duty. */
export type CalendarStampStore = CalendarStampReads & {
  /** The store for the holder of this duty. Its writes reject once another process has the duty. */
  heldBy(turn: Turn): HeldCalendarStamps;
};

export type CalendarStampReads = {
  /** The stamp over the largest tree, in any state. */
  newest(calendar: string): Promise<CalendarStampRow | undefined>;
  /** The pending stamps whose next question may be asked now, the oldest first. */
  due(calendar: string, now: Date, count: number): Promise<CalendarStampRow[]>;
  /** The complete stamps whose block was not checked yet, the oldest first. */
  unconfirmed(calendars: readonly string[], count: number): Promise<CalendarStampRow[]>;
  /**
   * For each calendar that ever stamped, the smallest complete stamp over this leaf, or else the smallest pending
   * one.
   */
  covering(leafIndex: number): Promise<CalendarStampRow[]>;
  /** How many times the party has failed in a row, and until when it is not asked because of that. */
  standing(party: CalendarParty): Promise<{ failures: number; nextTryAt: Date | undefined }>;
  /** What is wrong with these parties, and stamps that have been pending since before `overdueSince`. */
  troubles(parties: readonly CalendarParty[], overdueSince: Date): Promise<CalendarTrouble[]>;
};

/** The store for the process that has the duty. */
export type HeldCalendarStamps = CalendarStampReads & {
  /**
   * Stores a stamp, which survives a crash once this resolves. A size is stored once per calendar, and the first
   * stamp stays.
   */
  writeDown(
    stamp: Pick<CalendarStampRow, 'calendar' | 'treeSize' | 'root' | 'nonce'>,
    now: Date,
  ): Promise<CalendarStampRow>;
  markPending(id: number, ots: Uint8Array, now: Date, nextTryAt: Date): Promise<void>;
  postpone(id: number, nextTryAt: Date): Promise<void>;
  markComplete(id: number, ots: Uint8Array, bitcoinHeight: number, now: Date): Promise<void>;
  confirm(id: number, header: Uint8Array): Promise<void>;
  /** Makes a stamp pending again because its block does not match. The calendar's promise is kept. */
  reopen(id: number, nextTryAt: Date): Promise<void>;
  markFailed(
    party: CalendarParty,
    code: CalendarFailureCode,
    message: string,
    nextTryAt: Date,
  ): Promise<void>;
  markAnswered(party: CalendarParty): Promise<void>;
};
