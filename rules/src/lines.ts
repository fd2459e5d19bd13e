/** Lines of awards in the engine's fixed order, and where they are placed. */

import { toDay } from './day.ts';
import type { AwardLine } from './evaluation.ts';
import { toHundredths } from './points.ts';
import type { Worth } from './worth.ts';

/** A line of an award, with its day and points as whole numbers. */
export interface Line {
  id: string;
  category: string;
  day: number;
  /** The points as they were awarded, before any multiplier or cap. */
  points: number;
  /** The position of the line in the order of all lines. */
  order: number;
}

/** A line placed in a leaf and a year of the term in which it counts, with its worth there. */
export interface PlacedLine extends Line, Worth {
  leaf: number;
  year: number;
}

/** Points carried into a term: they count in its first year, in the category in which they arrive. */
export interface CarriedLine extends Line {
  /** The points that arrive. */
  carried: number;
  /** The term in which they were earned. */
  fromTerm: number;
  /** How many times they were carried over. */
  times: number;
}

/**
 * Sorts lines by day, category, points (larger first) and id. Caps are used up in this order, whatever the order in
 * which the awards were posted.
 */
export function byOrder(a: Omit<Line, 'order'>, b: Omit<Line, 'order'>): number {
  return (
    a.day - b.day || compareText(a.category, b.category) || b.points - a.points || compareText(a.id, b.id)
  );
}

export function inOrder(awards: readonly AwardLine[]): Line[] {
  return awards
    .map((award) => ({
      id: award.id,
      category: award.category,
      day: toDay(award.completed_on),
      points: toHundredths(award.points),
      order: 0,
    }))
    .sort(byOrder)
    .map((line, order) => ({ ...line, order }));
}

/** The lines whose day is from `first` to `last`, both included. `lines` must be sorted. */
export function between(lines: readonly Line[], first: number, last: number): readonly Line[] {
  return first > last ? [] : lines.slice(indexFrom(lines, first), indexFrom(lines, last + 1));
}

/** Compares by code unit, so that the order is the same on every machine and in every language. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function indexFrom(lines: readonly Line[], day: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.day ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
