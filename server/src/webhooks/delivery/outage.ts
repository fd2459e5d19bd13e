/**
 * An outage is the time in which an endpoint accepts nothing, most often because it restarts. Its new events wait. The
 * oldest event that failed in the outage is sent again and again, so that the end of the outage is noticed soon and no
 * later event is delivered before that one.
 */

import type { Delivery } from './delivery.ts';
import { PAUSES_MS } from './retry-schedule.ts';
import type { Outcome } from './sender.ts';

const SHORTEST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** The pauses are this fraction of the outage's length: after ten minutes they are still 5 s, after an hour 30 s. */
const SHARE_OF_OUTAGE = 120;

export function pauseOfProbe(outageMs: number): number {
  return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, outageMs / SHARE_OF_OUTAGE));
}

/**
 * The deliveries that failed in this outage, oldest first. `streak` is their number: it grows with each new event that
 * fails.
 */
export function failedInOutage(waiting: readonly Delivery[], streak: number): Delivery[] {
  return streak === 0 ? [] : waiting.slice(-streak);
}

export function startOfOutage(head: Pick<Delivery, 'createdAt'>, failingSince: Date | undefined): Date {
  return failingSince === undefined || head.createdAt > failingSince ? head.createdAt : failingSince;
}

/** Whether the status means that the receiver read the event and refused it, which is no sign of an outage. */
export function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Statuses that proxies answer for a receiver that is down, and that overloaded receivers answer. */
const NOBODY_THERE = [429, 502, 503, 504];
/**
 * After this many counted attempts, the event itself may be the reason for the failure, because a receiver may crash on
 * one event.
 */
const TRIES_BEFORE_DOUBT = 3;

/** Whether the event itself may be the reason, so that another event must be tried. */
export function mayBeTheEvent({ attempts }: Pick<Delivery, 'attempts'>, { status }: Outcome): boolean {
  return attempts >= TRIES_BEFORE_DOUBT || (status !== undefined && !NOBODY_THERE.includes(status));
}

/**
 * When an event that has not failed in this outage may be tried. `others` are the deliveries that were already tried
 * besides the oldest.
 */
export function nextOtherAt(others: readonly Pick<Delivery, 'attemptedAt'>[]): Date {
  const last = Math.max(0, ...others.map(({ attemptedAt }) => attemptedAt.getTime()));
  const pause = others.length === 0 ? 0 : (PAUSES_MS[others.length] ?? PAUSES_MS.at(-1) ?? 0);
  return new Date(last + pause);
}
