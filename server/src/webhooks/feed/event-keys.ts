/** The order of events in a list: by time, then source, stage and number. Every event has one key in this order. */

import type { EventPlace, Source } from './event-id.ts';

export type EventKey = EventPlace & { at: Date };

export const RANK: Record<Source, number> = { created: 0, certified: 1, written: 2, test: 3 };

export function compareKeys(one: EventKey, other: EventKey): number {
  return (
    one.at.getTime() - other.at.getTime() ||
    RANK[one.source] - RANK[other.source] ||
    one.stage - other.stage ||
    one.number - other.number
  );
}

/** Where a list continues: after the key if the list goes upwards in time, and before it if the list goes downwards. */
export type Edge = { isDown: boolean; key: EventKey | undefined; since: Date };

const LAST = Number.MAX_SAFE_INTEGER;
const FAR_AWAY = new Date('9999-12-31T00:00:00Z');

/**
 * Returns the time and number at which a source continues that is ordered by time and number. The same pair serves
 * both directions.
 */
export function pairFor(source: Source, { isDown, key, since }: Edge): { at: Date; number: number } {
  if (key === undefined) return isDown ? { at: FAR_AWAY, number: LAST } : { at: since, number: LAST };
  if (RANK[source] === RANK[key.source]) return { at: key.at, number: key.number };
  return { at: key.at, number: RANK[source] < RANK[key.source] ? LAST : -1 };
}
