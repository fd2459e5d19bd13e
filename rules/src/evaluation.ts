/** What goes into the engine and what comes out. Days are `YYYY-MM-DD`, points JSON numbers. */

import type { ChecklistItem, Rules } from './rules.ts';

/**
 * One term of a membership. Its days show whether it follows the previous term or a lapse: a term follows the previous
 * one if it begins the day after that one ended.
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
  /** The membership's own anchor, if the rules ask for one. */
  anchor?: string | null;
  checklist?: TermChecklist;
}

/** The items of the program's checklist, and which of them are done. */
interface TermChecklist {
  items: readonly ChecklistItem[];
  done: readonly DoneEntry[];
}

export interface DoneEntry {
  code: string;
  /** The number of the whole year, for an item that asks for one entry a year. */
  year?: number | null | undefined;
  done_on: string;
}

/** Another minimum for one requirement in one term, in its own measure. It may be 0. */
export interface Waiver {
  requirement: string;
  min_points: number;
}

/** One line of an approved, unrevoked award in this program. An award with two lines appears twice. */
export interface AwardLine {
  id: string;
  completed_on: string;
  category: string;
  points: number;
}

export interface Evaluation {
  /** The day as of which the awards were read. The caller chose both the day and the awards. */
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
  /** The largest `missing` of a requirement in the program's unit: at least that many points are still needed. */
  missing_points: number;
  /** Leaves in which something was earned or carried in, in the order of the rules. */
  by_category: CategoryCount[];
  /** All years of the term, including a year that is not whole. */
  by_year: YearCount[];
  /** The requirements that apply to the term and its tracks, in the order of the rules. */
  requirements: RequirementResult[];
  /**
   * One entry for each line, sorted by day, category, points (larger first) and id. Lines outside all terms are listed
   * with the neighbouring terms.
   */
  awards: AwardResult[];
  /** The points that were carried in, by the category in which they arrived. */
  carried?: CarriedResult[];
  /** What counts in other units than the program's. */
  by_unit?: Record<string, number>;
  /** The most that the share of each category lets count. */
  shares?: Record<string, number>;
  checklist?: ChecklistResult[];
  /**
   * The day on which standing is lost unless something missed is made up. Present only if the rules have an item or
   * requirement that keeps standing.
   */
  lost_on?: string | null;
  reinstatement?: ReinstatementResult;
}

interface CarriedResult {
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

/** Whether a lapsed term may be renewed from a given day. */
export interface ReinstatementResult {
  /** The last day on which it may be renewed. Null means that there is no last day. */
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

/** The result of one condition: the requirement's own or one of its alternatives. */
export interface AlternativeResult {
  code: string;
  name: string;
  min: number;
  have: number;
  missing: number;
  met: boolean;
  /** With the period `year` only: a number for each whole year. `have` is then the lowest of them. */
  by_year?: number[];
  /** The measure, if it is not points. */
  measure?: 'awards' | 'categories';
}

export interface RequirementResult extends AlternativeResult {
  /** The alternative to which the numbers above belong. Null if all alternatives are waived. */
  chosen?: string | null;
  any_of?: AlternativeResult[];
  /** What was added to the minimum because the requirement was unmet at the term's end. */
  late_points?: number;
  /** If the requirement keeps standing, the day on which a missed year loses it. */
  lost_on?: string | null;
}

export interface AwardResult {
  id: string;
  category: string;
  counted: number;
  /** Why the line counts something other than its points. Null if it counts exactly its points. */
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
