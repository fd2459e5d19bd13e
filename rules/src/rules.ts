/**
 * The rules of a program, as sent and stored. Every default of the first edition is filled in (`normalizeRules`); fields
 * of the second edition stand where they were sent, so that older programs keep their bytes. Points are JSON numbers
 * with two decimals at most; the engine counts in hundredths.
 */

export interface Rules {
  term_months: number;
  /**
   * null: terms run from each membership's own start. A day: terms end at that day + k × `term_months`. `MM-DD`: at the
   * first such day on or after the start. `membership`: at the membership's own day.
   */
  anchor: string | null;
  /** The first term, and the first after a lapse, has at least so many months. */
  first_term_min_months?: number | undefined;
  categories: readonly Category[];
  requirements: readonly Requirement[];
  carry_over: CarryOver | null;
  grace_days: number;
  renewal_opens_days: number;
  reinstatement?: Reinstatement | null | undefined;
}

/** A node of the tree. Points are given to leaves only. */
export interface Category {
  code: string;
  name: string;
  parent: string | null;
  max_points: number | null;
  max_points_per_year: number | null;
  max_awards_per_year: number | null;
  /** At the top only: what is under it is counted in another unit than the program's. */
  unit?: string | null | undefined;
  multiplier?: number | undefined;
  multiplier_first_points?: number | null | undefined;
  max_points_per_award?: number | null | undefined;
  max_share?: MaxShare | null | undefined;
}

export interface MaxShare {
  percent: number;
  /** `counted`: of all that counts in its unit; otherwise of the largest minimum of these requirements. */
  of: 'counted' | readonly string[];
}

export const PERIODS = ['term', 'year', 'months'] as const;
export type Period = (typeof PERIODS)[number];

export const MEASURES = ['min_points', 'min_awards', 'min_categories'] as const;

/** One of these is the measure. */
interface Minimum {
  min_points?: number | null | undefined;
  min_awards?: number | null | undefined;
  min_categories?: number | null | undefined;
  /** With the two counts: the least points of one award or one area. */
  each_points?: number | null | undefined;
}

export interface Condition extends Minimum {
  code: string;
  name: string;
  /** A category includes its subcategories; null for all categories of the program's unit. */
  categories: readonly string[] | null;
  /** Absent only beside `any_of`. */
  period?: Period | undefined;
  /** Only with the period `months`: this many months up to the term's end. */
  months: number | null;
  prorate_first: boolean;
}

export interface Requirement extends Condition {
  /** In place of a measure: one of these must be met. */
  any_of?: readonly Condition[] | null | undefined;
  from_term: number;
  to_term: number | null;
  every_terms?: number | undefined;
  late_points?: number | null | undefined;
  keeps_standing?: boolean | undefined;
  /** Empty: applies to everybody. */
  tracks: readonly string[];
}

export interface CarryOver {
  /** null: all surplus. */
  max_points: number | null;
  /** null: the whole term. */
  earned_within_months: number | null;
  categories: readonly string[] | null;
  /** How many terms surplus lives. */
  terms?: number | undefined;
  by_category?: readonly CarriedCategory[] | undefined;
}

export interface CarriedCategory {
  category: string;
  max_points?: number | null | undefined;
  /** The leaf in which it arrives; null: its own. */
  as?: string | null | undefined;
}

/** What a renewal after a lapse asks for. */
export interface Reinstatement {
  within_months?: number | null | undefined;
  old_term_met?: boolean | undefined;
  requirements: readonly ReinstatementRequirement[];
}

export interface ReinstatementRequirement extends Omit<Minimum, 'min_categories'> {
  code: string;
  name: string;
  categories: readonly string[] | null;
  /** Awards of so many months before the first day of the new term. */
  months: number;
  tracks: readonly string[];
}

/** What a renewal needs besides points. */
export interface ChecklistItem {
  code: string;
  name: string;
  tracks: readonly string[];
  /** `year`: one entry for each whole year. */
  period?: 'term' | 'year' | undefined;
  keeps_standing?: boolean | undefined;
}

type Optional<T, K extends keyof T> = Omit<T, K> & { [P in K]?: T[P] | undefined };

/** Rules as a caller may send them: fields with a default may be omitted. */
export type RulesInput = Omit<
  Optional<Rules, 'anchor' | 'grace_days' | 'renewal_opens_days'>,
  'categories' | 'requirements' | 'carry_over' | 'reinstatement'
> & {
  categories: readonly CategoryInput[];
  requirements: readonly RequirementInput[];
  carry_over?: CarryOverInput | null | undefined;
  reinstatement?: ReinstatementInput | null | undefined;
};

export type CategoryInput = Optional<
  Category,
  'parent' | 'max_points' | 'max_points_per_year' | 'max_awards_per_year'
>;

type ConditionInput = Optional<Condition, 'name' | 'categories' | 'months' | 'prorate_first'>;

export type RequirementInput = Omit<
  Optional<
    Requirement,
    'name' | 'categories' | 'months' | 'from_term' | 'to_term' | 'prorate_first' | 'tracks'
  >,
  'any_of'
> & { any_of?: readonly ConditionInput[] | null | undefined };

type CarryOverInput = Optional<CarryOver, 'max_points' | 'earned_within_months' | 'categories'>;

type ReinstatementInput = Omit<Reinstatement, 'requirements'> & {
  requirements?: readonly Optional<ReinstatementRequirement, 'name' | 'categories' | 'tracks'>[] | undefined;
};

export type ChecklistItemInput = Optional<ChecklistItem, 'tracks'>;
