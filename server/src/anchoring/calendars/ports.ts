/** What stamping checkpoints in Bitcoin through OpenTimestamps calendars needs of the outside world. */

import type { OtsTree } from '@sello/proof';
import type { CalendarFailureCode } from './calendar-failure.ts';

/** Rejections are `CalendarFailure`s, within the deadline. Both calls may be repeated and cost nothing. */
export type Calendar = {
  /** As `parseCalendarAddress` writes it. */
  readonly url: string;
  /** The calendar's promise over these 32 bytes: operations on them, and where to ask for the rest. */
  submit(digest: Uint8Array): Promise<OtsTree>;
  /** The rest of a promise, or undefined while no block has it. */
  complete(commitment: Uint8Array): Promise<OtsTree | undefined>;
};

export type BitcoinBlocks = {
  /** The 80 bytes of the block at this height; they hash to the name they were found by. Undefined: no such block yet. */
  headerAt(height: number): Promise<Uint8Array | undefined>;
};

/** The calendars that the operator named. None: stamping is off. */
export type Calendars = {
  all: readonly Calendar[];
  /** Undefined: what calendars say of blocks is passed on as their word. */
  blocks: BitcoinBlocks | undefined;
  /** Least time between two stamps of one calendar. */
  intervalMs: number;
};

export const CALENDAR_STAMP_STATES = ['written', 'pending', 'complete'] as const;

/** One checkpoint at one calendar: `written` → `pending` → `complete`. */
export type CalendarStampRow = {
  id: number;
  calendar: string;
  treeSize: number;
  root: Uint8Array;
  /** Put behind the root before it is hashed: the calendar cannot tell whose log it stamps. */
  nonce: Uint8Array;
  state: (typeof CALENDAR_STAMP_STATES)[number];
  writtenAt: Date;
  /** How often it was asked for in vain. */
  tries: number;
  /** A detached file over the root: up to the promise, or all the way to the block. Undefined while written. */
  ots: Uint8Array | undefined;
  /** What the calendar says, once complete. */
  bitcoinHeight: number | undefined;
  /** The 80 bytes of that block, once they were compared with what the calendar says. */
  header: Uint8Array | undefined;
};

/** Who is asked: a calendar by its address, or the source of headers. */
export type CalendarParty = string;
export const BITCOIN_BLOCKS: CalendarParty = 'bitcoin';

export type CalendarTrouble = {
  party: CalendarParty;
  /** A `CalendarFailureCode` of whichever version wrote it down, or `overdue`. */
  code: string;
  message: string;
};

export type CalendarStampStore = {
  /** The one over the largest tree, in whatever state. */
  newest(calendar: string): Promise<CalendarStampRow | undefined>;
  /** Survives a crash once it resolves. The same size at the same calendar is written once: the first one stays. */
  writeDown(
    stamp: Pick<CalendarStampRow, 'calendar' | 'treeSize' | 'root' | 'nonce'>,
    now: Date,
  ): Promise<CalendarStampRow>;
  markPending(id: number, ots: Uint8Array, now: Date, nextTryAt: Date): Promise<void>;
  /** Pending ones whose time to be asked for has come, oldest first. */
  due(calendar: string, now: Date, count: number): Promise<CalendarStampRow[]>;
  postpone(id: number, nextTryAt: Date): Promise<void>;
  markComplete(id: number, ots: Uint8Array, bitcoinHeight: number, now: Date): Promise<void>;
  /** Complete ones whose block nobody has looked at, oldest first. */
  unconfirmed(calendars: readonly string[], count: number): Promise<CalendarStampRow[]>;
  confirm(id: number, header: Uint8Array): Promise<void>;
  /** The block is another: pending again. The calendar's promise was never thrown away. */
  reopen(id: number, nextTryAt: Date): Promise<void>;
  /** Of each calendar that ever stamped: the smallest complete stamp over this leaf, or else the smallest pending one. */
  covering(leafIndex: number): Promise<CalendarStampRow[]>;

  /** How often it has failed in a row, and until when it is left alone for that. */
  standing(party: CalendarParty): Promise<{ failures: number; nextTryAt: Date | undefined }>;
  markFailed(
    party: CalendarParty,
    code: CalendarFailureCode,
    message: string,
    nextTryAt: Date,
  ): Promise<void>;
  markAnswered(party: CalendarParty): Promise<void>;
  /** What is wrong with these parties, and stamps that have been pending since before `overdueSince`. */
  troubles(parties: readonly CalendarParty[], overdueSince: Date): Promise<CalendarTrouble[]>;
};
