/** Calculations with days in their text form. */

import { addMonths, printDay, toDay } from '@sello/rules';

/** The longest extension of a term. */
export const MOST_EXTENSION_MONTHS = 24;

export function addDays(day: string, days: number): string {
  return printDay(toDay(day) + days);
}

export function addMonthsTo(day: string, months: number): string {
  return printDay(addMonths(toDay(day), months));
}
