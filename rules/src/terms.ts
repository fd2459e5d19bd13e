/** Which days a term has: the first one, the next one, a whole chain. */

import { addMonths, monthsUpTo, printDay, toDay } from './day.ts';
import type { Term } from './evaluation.ts';
import { reckonTerms, type TermDays } from './reckoning.ts';
import type { Rules } from './rules.ts';

export interface TermBounds {
  starts_on: string;
  ends_on: string;
}

type Calendar = Pick<Rules, 'term_months' | 'anchor'>;

/** A term that begins on this day: the first of a membership, or the first after a lapse. */
export function firstTerm(calendar: Calendar, startsOn: string): TermBounds {
  const starts = toDay(startsOn);
  return { starts_on: startsOn, ends_on: printDay(boundaryAfter(calendar, starts) - 1) };
}

/**
 * The term that follows the last of these without a gap. With the same months and anchor the chain continues from its
 * first start; otherwise terms are counted from the end of the old one. An extension moves nothing.
 */
export function nextTerm(terms: readonly TermDays[], calendar: Calendar): TermBounds {
  const last = terms.at(-1);
  const reckoning = reckonTerms(terms).at(-1);
  if (!last || !reckoning) throw new RangeError('there is no term to follow');
  const startsOn = printDay(reckoning.ends + 1);
  const { anchor, term_months: length } = last.rules;
  if (anchor !== null || calendar.anchor !== null || calendar.term_months !== length || reckoning.short)
    return firstTerm(calendar, startsOn);
  return {
    starts_on: startsOn,
    ends_on: printDay(addMonths(reckoning.origin, reckoning.endMonths + length) - 1),
  };
}

interface ChainOptions {
  starts_on: string;
  rules: Rules;
  /** The number of the last term wanted. */
  upTo: number;
  first_term_number?: number;
  program_version?: number;
  tracks?: readonly string[];
  /** By term number. */
  extended_until?: Readonly<Record<string, string>>;
  /** By term number and code of the requirement: the minimum that replaces the usual one. */
  waivers?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The terms of a membership that always renewed in time under one version of the rules. */
export function termChain(options: ChainOptions): Term[] {
  const { rules, upTo, first_term_number: first = 1 } = options;
  const start = toDay(options.starts_on);
  const terms: Term[] = [];
  let starts = start;
  for (let number = first; number <= upTo; number += 1) {
    const ends =
      rules.anchor === null
        ? addMonths(start, (number - first + 1) * rules.term_months)
        : boundaryAfter(rules, starts);
    terms.push({
      number,
      starts_on: printDay(starts),
      ends_on: printDay(ends - 1),
      rules,
      program_version: options.program_version ?? 1,
      tracks: options.tracks ?? [],
      extended_until: options.extended_until?.[number] ?? null,
      waivers: Object.entries(options.waivers?.[number] ?? {}).map(([requirement, min_points]) => ({
        requirement,
        min_points,
      })),
    });
    starts = ends;
  }
  return terms;
}

/** The day after the end of a term that begins on `starts`. */
function boundaryAfter({ anchor, term_months: length }: Calendar, starts: number): number {
  if (anchor === null) return addMonths(starts, length);
  const origin = toDay(anchor);
  return addMonths(origin, (Math.floor(monthsUpTo(origin, starts) / length) + 1) * length);
}
