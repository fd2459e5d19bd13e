/** Reckoning with days as they are written. */

import { addMonths, printDay, toDay } from '@sello/rules';

/** A term may be extended by so many. */
export const MOST_EXTENSION_MONTHS = 24;

export function addDays(day: string, days: number): string {
  return printDay(toDay(day) + days);
}

export function addMonthsTo(day: string, months: number): string {
  return printDay(addMonths(toDay(day), months));
}
