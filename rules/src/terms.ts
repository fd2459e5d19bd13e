/** Calculates the days of terms: of the first one, the next one, or a whole chain. */

import { type Calendar, isDayOfYear, originOf } from './anchor.ts';
import { addMonths, monthsUpTo, printDay, toDay } from './day.ts';
import type { DoneEntry, Term } from './evaluation.ts';
import { reckonTerms, type TermDays } from './reckoning.ts';
import type { ChecklistItem, Rules } from './rules.ts';

export interface TermBounds {
  starts_on: string;
  ends_on: string;
}

/** The days of a term that begins on this day: the first term of a membership, or the first one after a lapse. */
export function firstTerm(calendar: Calendar, startsOn: string, anchor?: string | null): TermBounds {
  const starts = toDay(startsOn);
  const origin = originOf(calendar, anchor, starts);
  const { term_months: length, first_term_min_months: least = 0 } = calendar;
  if (origin === null) return { starts_on: startsOn, ends_on: printDay(addMonths(starts, length) - 1) };
  // If the anchor is a day of the year, its first occurrence is the first boundary, and there is no boundary before it.
  const first = isDayOfYear(calendar.anchor ?? '') ? 0 : Number.NEGATIVE_INFINITY;
  const end = boundaryAfter(origin, length, starts, least, first);
  return { starts_on: startsOn, ends_on: printDay(end - 1) };
}

/**
 * The days of the term that follows the last of these terms without a gap. With the same months and anchor, the chain
 * continues from its first start or its anchor. Otherwise terms are counted from the end of the last one. An extension
 * does not move any boundary.
 */
export function nextTerm(terms: readonly TermDays[], calendar: Calendar, anchor?: string | null): TermBounds {
  const last = terms.at(-1);
  const reckoning = reckonTerms(terms).at(-1);
  if (!last || !reckoning) throw new RangeError('there is no term to follow');
  const starts = reckoning.ends + 1;
  const startsOn = printDay(starts);
  const { term_months: length } = calendar;
  const isSame = last.rules.term_months === length && last.rules.anchor === calendar.anchor;
  if (!isSame || (calendar.anchor === null && reckoning.short)) return firstTerm(calendar, startsOn, anchor);
  const counted = calendar.anchor === null || isDayOfYear(calendar.anchor);
  const end = counted
    ? addMonths(reckoning.origin, reckoning.endMonths + length)
    : boundaryAfter(
        originOf(calendar, anchor, starts) ?? starts,
        length,
        starts,
        0,
        Number.NEGATIVE_INFINITY,
      );
  return { starts_on: startsOn, ends_on: printDay(end - 1) };
}

interface ChainOptions {
  starts_on: string;
  rules: Rules;
  /** The number of the last term of the chain to compute. */
  upTo: number;
  first_term_number?: number;
  program_version?: number;
  tracks?: readonly string[];
  /** By term number. */
  extended_until?: Readonly<Record<string, string>>;
  /** By term number and code of the requirement: the minimum that replaces the usual one. */
  waivers?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The membership's own anchor. */
  anchor?: string | null;
  /** By term number: the first day after a lapse. */
  restarts?: Readonly<Record<string, string>>;
  /** The program's checklist. `done` says, by term number, which of its items are done. */
  checklist?: readonly ChecklistItem[];
  done?: Readonly<Record<string, readonly DoneEntry[]>>;
}

/**
 * The terms of a membership under one version of the rules. Without `restarts`, the membership was always renewed in
 * time.
 */
export function termChain(options: ChainOptions): Term[] {
  const { rules, upTo, anchor = null, first_term_number: first = 1 } = options;
  const terms: Term[] = [];
  for (let number = first; number <= upTo; number += 1) {
    const start = number === first ? options.starts_on : options.restarts?.[number];
    const bounds = start === undefined ? nextTerm(terms, rules, anchor) : firstTerm(rules, start, anchor);
    terms.push({
      number,
      ...bounds,
      rules,
      program_version: options.program_version ?? 1,
      tracks: options.tracks ?? [],
      extended_until: options.extended_until?.[number] ?? null,
      waivers: Object.entries(options.waivers?.[number] ?? {}).map(([requirement, min_points]) => ({
        requirement,
        min_points,
      })),
      anchor,
      ...(options.checklist && {
        checklist: { items: options.checklist, done: options.done?.[number] ?? [] },
      }),
    });
  }
  return terms;
}

/** How many whole years fit into these days. */
export function wholeYears({ starts_on, ends_on }: TermBounds): number {
  return Math.floor(monthsUpTo(toDay(starts_on), toDay(ends_on) + 1) / 12);
}

/**
 * The first boundary that lies after `starts`, by `least` months or more. A boundary is a whole number of terms away
 * from the origin.
 */
function boundaryAfter(origin: number, length: number, starts: number, least: number, first: number): number {
  const from = Math.max(starts + 1, addMonths(starts, least));
  let number = Math.max(first, Math.floor(monthsUpTo(origin, starts) / length));
  while (addMonths(origin, number * length) < from) number += 1;
  return addMonths(origin, number * length);
}
