/** What goes into the engine and what comes out. Days are `YYYY-MM-DD`, points JSON numbers. */

import type { Rules } from './rules.ts';

/**
 * One term of a membership. The days show whether it follows the previous term or a lapse: a term that begins the day
 * after the last one ended follows it.
 */
export interface Term {
  number: number;
  starts_on: string;
  ends_on: string;
  /** The rules of the version with which the term was opened. Terms of one version should share the object. */
  rules: Rules;
  program_version: number;
  tracks: readonly string[];
  extended_until: string | null;
  waivers: readonly Waiver[];
}

/** Another minimum for one requirement in one term. It may be 0. */
export interface Waiver {
  requirement: string;
  min_points: number;
}

/** One line of an approved, unrevoked award in this program. An award with two lines comes twice. */
export interface AwardLine {
  id: string;
  completed_on: string;
  category: string;
  points: number;
}

export interface Evaluation {
  /** The day the awards were read for; the caller chose them. */
  as_of: string;
  program_version: number;
  term: number;
  starts_on: string;
  ends_on: string;
  extended_until: string | null;
  met: boolean;
  /** What counts, carried-in points included. */
  counted: number;
  /** The points of the term's own awards before any cap. */
  earned: number;
  carried_in: number;
  carries_out: number;
  /** The largest `missing` of one requirement: at least so many points are still needed. */
  missing_points: number;
  /** Leaves in which something was earned or carried in, in the order of the rules. */
  by_category: CategoryCount[];
  /** All years of the term, broken ones too. */
  by_year: YearCount[];
  /** Those that apply to the term and its tracks, in the order of the rules. */
  requirements: RequirementResult[];
  /**
   * One entry per line, by day, category, larger first, id. Lines outside all terms are listed with the neighbouring
   * terms.
   */
  awards: AwardResult[];
}

export interface CategoryCount {
  code: string;
  earned: number;
  counted: number;
  max_points: number | null;
}

interface YearCount {
  starts_on: string;
  ends_on: string;
  counted: number;
}

export interface RequirementResult {
  code: string;
  name: string;
  min: number;
  have: number;
  missing: number;
  met: boolean;
  /** With the period `year` only: a number for each whole year. `have` is the poorest. */
  by_year?: number[];
}

export interface AwardResult {
  id: string;
  counted: number;
  /** Why it counts less than its points; null if it counts in full. */
  because: Because | null;
}

export type Because =
  | `cap:${string}`
  | `yearly_cap:${string}`
  | 'not_among_largest'
  | 'outside_terms'
  | 'not_in_version';
