/** Months in UTC, as ranges of ids: the id of a certificate begins with its time. */

import { lowestIdAt } from '../../kernel/ids.ts';

declare const brand: unique symbol;

/** A month such as `2026-01`. Such texts sort by time. */
export type Month = string & { readonly [brand]: 'month' };

export type IdRange = {
  /** The lowest id of the month. Undefined means that the range has no lower end. */
  from: string | undefined;
  /** The lowest id after the month. */
  to: string;
};

/** Reads a month; undefined if the text is none. */
export function parseMonth(text: string): Month | undefined {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? (text as Month) : undefined;
}

export function monthOf(moment: Date): Month {
  return moment.toISOString().slice(0, 7) as Month;
}

/** The month that is `count` months later. */
export function monthsAfter(month: Month, count: number): Month {
  const start = startOf(month);
  return monthOf(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count)));
}

export function startOf(month: Month): Date {
  return new Date(`${month}-01T00:00:00.000Z`);
}

export function idsOf(month: Month): IdRange & { from: string } {
  return {
    from: lowestIdAt('cert', startOf(month)),
    to: lowestIdAt('cert', startOf(monthsAfter(month, 1))),
  };
}
