/**
 * The anchor from which terms are counted. In the first edition of the rules it is a fixed day. The second edition adds
 * a day of every year and the membership's own day.
 */

import { addMonths, parseDay, printDay, toDay } from './day.ts';
import type { Rules } from './rules.ts';

const DAY_OF_YEAR = /^\d{2}-\d{2}$/;

/** The anchor in rules under which each membership has its own day. */
export const OF_MEMBERSHIP = 'membership';

export type Calendar = Pick<Rules, 'term_months' | 'anchor' | 'first_term_min_months'>;

/** Thrown if the rules use the membership's own anchor and the membership has none. */
class AnchorMissing extends RangeError {}

export function isDayOfYear(anchor: string): boolean {
  return DAY_OF_YEAR.test(anchor);
}

/** Whether the text is a day, a day that every year has, or the membership's own day. */
export function isAnchor(anchor: string): boolean {
  if (anchor === OF_MEMBERSHIP || parseDay(anchor) !== null) return true;
  // The year 2023 has no 29 February, so that day is refused.
  return isDayOfYear(anchor) && parseDay(`2023-${anchor}`) !== null;
}

/**
 * The day from which boundaries are counted for a chain of terms that begins on `starts`. Null means that they are
 * counted from that day itself.
 */
export function originOf(
  { anchor }: Calendar,
  own: string | null | undefined,
  starts: number,
): number | null {
  if (anchor === null) return null;
  if (isDayOfYear(anchor)) return firstSuchDay(anchor, starts);
  if (anchor !== OF_MEMBERSHIP) return toDay(anchor);
  if (!own)
    throw new AnchorMissing('the rules count terms from the anchor of the membership, which has none');
  return toDay(own);
}

function firstSuchDay(dayOfYear: string, from: number): number {
  const year = printDay(from).slice(0, 4);
  const day = toDay(`${year}-${dayOfYear}`);
  return day >= from ? day : addMonths(day, 12);
}
