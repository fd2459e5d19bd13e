/**
 * The rules of a program, as sent and stored, with every default filled in (`normalizeRules`). Points are
 * JSON numbers with two decimals at most; the engine counts in hundredths.
 */

export interface Rules {
  term_months: number;
  /** null: terms run from each membership's own start. A day: terms end at that day + k × `term_months`. */
  anchor: string | null;
  categories: readonly Category[];
  requirements: readonly Requirement[];
  carry_over: CarryOver | null;
  grace_days: number;
  renewal_opens_days: number;
}

/** A node of the tree. Points are given to leaves only, and only leaves have yearly caps. */
export interface Category {
  code: string;
  name: string;
  parent: string | null;
  max_points: number | null;
  max_points_per_year: number | null;
  max_awards_per_year: number | null;
}

export const PERIODS = ['term', 'year', 'months'] as const;
type Period = (typeof PERIODS)[number];

export interface Requirement {
  code: string;
  name: string;
  min_points: number;
  /** A category includes its subcategories; null for all categories. */
  categories: readonly string[] | null;
  period: Period;
  /** Only with the period `months`: this many months up to the term's end. */
  months: number | null;
  from_term: number;
  to_term: number | null;
  prorate_first: boolean;
  /** Empty: applies to everybody. */
  tracks: readonly string[];
}

interface CarryOver {
  max_points: number;
  earned_within_months: number;
  categories: readonly string[] | null;
}

/** What a renewal needs besides points. */
export interface ChecklistItem {
  code: string;
  name: string;
  tracks: readonly string[];
}

type Optional<T, K extends keyof T> = Omit<T, K> & { [P in K]?: T[P] | undefined };

/** Rules as a caller may send them: fields with a default may be omitted. */
export type RulesInput = Omit<
  Optional<Rules, 'anchor' | 'grace_days' | 'renewal_opens_days'>,
  'categories' | 'requirements' | 'carry_over'
> & {
  categories: readonly CategoryInput[];
  requirements: readonly RequirementInput[];
  carry_over?: CarryOverInput | null | undefined;
};

export type CategoryInput = Optional<
  Category,
  'parent' | 'max_points' | 'max_points_per_year' | 'max_awards_per_year'
>;

export type RequirementInput = Optional<
  Requirement,
  'name' | 'categories' | 'months' | 'from_term' | 'to_term' | 'prorate_first' | 'tracks'
>;

type CarryOverInput = Optional<CarryOver, 'categories'>;

export type ChecklistItemInput = Optional<ChecklistItem, 'tracks'>;
