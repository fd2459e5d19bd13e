/** What goes into the engine and what comes out. Days are `YYYY-MM-DD`, points JSON numbers. */

import type { ChecklistItem, Rules } from './rules.ts';

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
  /** The membership's own, where the rules ask for it. */
  anchor?: string | null;
  checklist?: TermChecklist;
}

/** The program's items, and what is done of them. */
export interface TermChecklist {
  items: readonly ChecklistItem[];
  done: readonly DoneEntry[];
}

export interface DoneEntry {
  code: string;
  /** The number of the whole year, where one entry a year is asked for. */
  year?: number | null | undefined;
  done_on: string;
}

/** Another minimum for one requirement in one term, in its own measure. It may be 0. */
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
  /** The largest `missing` of one requirement in the program's unit: at least so many points are still needed. */
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
  /** What was carried in, in the categories in which it arrived. */
  carried?: CarriedResult[];
  /** What counts in other units than the program's. */
  by_unit?: Record<string, number>;
  /** By category: the most that its share lets count. */
  shares?: Record<string, number>;
  checklist?: ChecklistResult[];
  /** The day on which standing is lost unless something is made up; where something keeps standing. */
  lost_on?: string | null;
  reinstatement?: ReinstatementResult;
}

export interface CarriedResult {
  id: string;
  /** The number of the term in which the points were earned. */
  from_term: number;
  category: string;
  points: number;
  counted: number;
}

export interface ChecklistResult {
  code: string;
  year: number | null;
  /** The last day of the year or the term. */
  due_on: string;
  done_on: string | null;
  lost_on: string | null;
}

/** Whether a lapsed term may be renewed from a day. */
export interface ReinstatementResult {
  /** The last day; null: at any time. */
  until: string | null;
  in_time: boolean;
  requirements: AlternativeResult[];
  met: boolean;
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

/** One condition: a requirement's own, or an alternative. */
export interface AlternativeResult {
  code: string;
  name: string;
  min: number;
  have: number;
  missing: number;
  met: boolean;
  /** With the period `year` only: a number for each whole year. `have` is the poorest. */
  by_year?: number[];
  /** Where not points are asked for. */
  measure?: 'awards' | 'categories';
}

export interface RequirementResult extends AlternativeResult {
  /** The alternative whose numbers these are; null if all are waived. */
  chosen?: string | null;
  any_of?: AlternativeResult[];
  /** What lateness added to the minimum. */
  late_points?: number;
  /** Where it keeps standing: the day on which a missed year loses it. */
  lost_on?: string | null;
}

export interface AwardResult {
  id: string;
  category: string;
  counted: number;
  /** Why it counts something else than its points; null if it counts them. */
  because: Because | null;
}

export type Because =
  | `cap:${string}`
  | `yearly_cap:${string}`
  | `share:${string}`
  | `award_cap:${string}`
  | `multiplier:${string}`
  | 'not_among_largest'
  | 'outside_terms'
  | 'not_in_version';
