/**
 * The rules of a program, as they are sent and stored. Every default of the first edition is filled in
 * (`normalizeRules`). Fields of the second edition are present only if they were sent, so that older programs keep
 * their exact bytes. Points are JSON numbers with at most two decimals; the engine counts in hundredths.
 */

export interface Rules {
  term_months: number;
  /**
   * Null: terms run from each membership's own start. A day: terms end at that day + k × `term_months`. `MM-DD`: the
   * first term ends at the first such day on or after the start. `membership`: terms end at the membership's own day.
   */
  anchor: string | null;
  /** The least number of months of the first term and of the first term after a lapse. */
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
  /** Only for a category at the top: everything under it is counted in this unit instead of the program's. */
  unit?: string | null | undefined;
  multiplier?: number | undefined;
  multiplier_first_points?: number | null | undefined;
  max_points_per_award?: number | null | undefined;
  max_share?: MaxShare | null | undefined;
}

export interface MaxShare {
  percent: number;
  /**
   * `counted`: a share of everything that counts in the category's unit. A list: a share of the largest minimum of
   * these requirements.
   */
  of: 'counted' | readonly string[];
}

export const PERIODS = ['term', 'year', 'months'] as const;
export type Period = (typeof PERIODS)[number];

export const MEASURES = ['min_points', 'min_awards', 'min_categories'] as const;

/** The minimum of a condition. Exactly one of the first fields is its measure. */
interface Minimum {
  min_points?: number | null | undefined;
  min_awards?: number | null | undefined;
  min_categories?: number | null | undefined;
  /** Only for minima in awards or categories: the least points that one award or one area needs in order to count. */
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
  /** Given instead of a measure: one of these conditions has to be met. */
  any_of?: readonly Condition[] | null | undefined;
  from_term: number;
  to_term: number | null;
  every_terms?: number | undefined;
  late_points?: number | null | undefined;
  keeps_standing?: boolean | undefined;
  /** If empty, the requirement applies to everybody. */
  tracks: readonly string[];
}

export interface CarryOver {
  /** Null means that all surplus may be carried. */
  max_points: number | null;
  /** Null means the whole term. */
  earned_within_months: number | null;
  categories: readonly string[] | null;
  /** For how many terms surplus may be carried on. */
  terms?: number | undefined;
  by_category?: readonly CarriedCategory[] | undefined;
}

interface CarriedCategory {
  category: string;
  max_points?: number | null | undefined;
  /** The leaf in which the points arrive. Null means the leaf in which they were earned. */
  as?: string | null | undefined;
}

/** What a renewal after a lapse asks for. */
interface Reinstatement {
  within_months?: number | null | undefined;
  old_term_met?: boolean | undefined;
  requirements: readonly ReinstatementRequirement[];
}

export interface ReinstatementRequirement extends Omit<Minimum, 'min_categories'> {
  code: string;
  name: string;
  categories: readonly string[] | null;
  /** Counts awards of this many months before the first day of the new term. */
  months: number;
  tracks: readonly string[];
}

/** What a renewal needs besides points. */
export interface ChecklistItem {
  code: string;
  name: string;
  tracks: readonly string[];
  /** `year` asks for one entry in each whole year. */
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
