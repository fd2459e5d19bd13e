/** An event, and the cursor of a reader that follows an account's events. */

import type { EventId } from '../../kernel/ids.ts';
import type { EventPlace } from './event-id.ts';
import type { Heads } from './pg-heads.ts';

export type FeedEvent = {
  id: EventId;
  place: EventPlace;
  type: string;
  at: Date;
  /** The record in the form in which GET shows it. */
  data: unknown;
};

/** How far a reader has followed the events: everything up to here has been handled. */
export type Cursor = {
  created: number;
  network: string | undefined;
  stage: number;
  certified: number;
  written: number;
};

/** The cursor of a reader that starts now. */
export function cursorAt(heads: Heads): Cursor {
  return {
    created: heads.created,
    network: heads.network,
    stage: 2 * heads.reorganisations.length,
    certified: heads.certified,
    written: heads.written,
  };
}

/** Whether a type of event is among those wanted, which are names or `*`. */
export function wants(events: readonly string[], type: string): boolean {
  return events.includes('*') || events.includes(type);
}

export function wantsCertified(events: readonly string[]): boolean {
  return wants(events, 'certificate.certified') || wants(events, 'certificate.reorganised');
}

/** The body of a delivery. */
export function bodyOf({ type, at, data }: Pick<FeedEvent, 'type' | 'at' | 'data'>): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}
