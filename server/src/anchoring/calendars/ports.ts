/** What stamping checkpoints in Bitcoin through OpenTimestamps calendars needs. */

import type { OtsTree } from '@sello/proof';
import type { Turn } from '../../database/duties.ts';
import type { CalendarFailureCode } from './calendar-failure.ts';

/** Rejections are `CalendarFailure`s, within the deadline. Both calls may be repeated and cost nothing. */
export type Calendar = {
  /** As `parseCalendarAddress` writes it. */
  readonly url: string;
  /** The calendar's promise over these 32 bytes: operations on them, and where to ask for the rest. */
  submit(digest: Uint8Array): Promise<OtsTree>;
  /** The rest of a promise, or undefined while it is in no block. */
  complete(commitment: Uint8Array): Promise<OtsTree | undefined>;
};

export type BitcoinBlocks = {
  /** The 80 bytes of the block at this height; they hash to that block's hash. Undefined: no such block yet. */
  headerAt(height: number): Promise<Uint8Array | undefined>;
};

/** The calendars that the operator named. None: stamping is off. */
export type Calendars = {
  all: readonly Calendar[];
  /** Undefined: the calendars' claims about blocks are passed on unchecked, marked as theirs. */
  blocks: BitcoinBlocks | undefined;
  /** Minimum time between two stamps of one calendar. */
  intervalMs: number;
};

export const CALENDAR_STAMP_STATES = ['written', 'pending', 'complete'] as const;

/** One checkpoint at one calendar: `written` → `pending` → `complete`. */
export type CalendarStampRow = {
  id: number;
  calendar: string;
  treeSize: number;
  root: Uint8Array;
  /** Appended to the root before hashing: the calendar cannot tell whose log it stamps. */
  nonce: Uint8Array;
  state: (typeof CALENDAR_STAMP_STATES)[number];
  writtenAt: Date;
  /** How often it was asked for without success. */
  tries: number;
  /** A detached file over the root: up to the promise, or all the way to the block. Undefined while written. */
  ots: Uint8Array | undefined;
  /** The block that the calendar claims, once complete. */
  bitcoinHeight: number | undefined;
  /** The 80 bytes of that block, once they were compared with the calendar's claim. */
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

/** Any process may read. Writing needs a turn of the duty. */
export type CalendarStampStore = CalendarStampReads & {
  /** Writes through the result reject once another process has the duty. */
  heldBy(turn: Turn): HeldCalendarStamps;
};

export type CalendarStampReads = {
  /** The stamp over the largest tree, in any state. */
  newest(calendar: string): Promise<CalendarStampRow | undefined>;
  /** Pending stamps that are due to be asked for, oldest first. */
  due(calendar: string, now: Date, count: number): Promise<CalendarStampRow[]>;
  /** Complete stamps whose block was not checked yet, oldest first. */
  unconfirmed(calendars: readonly string[], count: number): Promise<CalendarStampRow[]>;
  /** Per calendar that ever stamped: the smallest complete stamp over this leaf, or else the smallest pending one. */
  covering(leafIndex: number): Promise<CalendarStampRow[]>;
  /** How often it failed in a row, and until when it is not asked because of that. */
  standing(party: CalendarParty): Promise<{ failures: number; nextTryAt: Date | undefined }>;
  /** What is wrong with these parties, and stamps that have been pending since before `overdueSince`. */
  troubles(parties: readonly CalendarParty[], overdueSince: Date): Promise<CalendarTrouble[]>;
};

/** For the process that has the duty. */
export type HeldCalendarStamps = CalendarStampReads & {
  /** Survives a crash once it resolves. A size is stored once per calendar: the first stamp stays. */
  writeDown(
    stamp: Pick<CalendarStampRow, 'calendar' | 'treeSize' | 'root' | 'nonce'>,
    now: Date,
  ): Promise<CalendarStampRow>;
  markPending(id: number, ots: Uint8Array, now: Date, nextTryAt: Date): Promise<void>;
  postpone(id: number, nextTryAt: Date): Promise<void>;
  markComplete(id: number, ots: Uint8Array, bitcoinHeight: number, now: Date): Promise<void>;
  confirm(id: number, header: Uint8Array): Promise<void>;
  /** The block does not match: pending again, with the calendar's promise kept. */
  reopen(id: number, nextTryAt: Date): Promise<void>;
  markFailed(
    party: CalendarParty,
    code: CalendarFailureCode,
    message: string,
    nextTryAt: Date,
  ): Promise<void>;
  markAnswered(party: CalendarParty): Promise<void>;
};
