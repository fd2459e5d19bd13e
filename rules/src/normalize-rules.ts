/**
 * Converts rules as a caller sent them into rules as they are stored: the defaults of the first edition are filled in,
 * and nothing else is changed.
 */

import {
  type ChecklistItem,
  type ChecklistItemInput,
  type Condition,
  MEASURES,
  type Requirement,
  type RequirementInput,
  type Rules,
  type RulesInput,
} from './rules.ts';

const DEFAULT_RENEWAL_OPENS_DAYS = 120;

const SECOND_EDITION_OF_CATEGORIES = [
  'unit',
  'multiplier',
  'multiplier_first_points',
  'max_points_per_award',
  'max_share',
] as const;

export function normalizeRules(input: RulesInput): Rules {
  return {
    term_months: input.term_months,
    anchor: input.anchor ?? null,
    ...sent(input, ['first_term_min_months']),
    categories: input.categories.map((category) => ({
      code: category.code,
      name: category.name,
      parent: category.parent ?? null,
      max_points: category.max_points ?? null,
      max_points_per_year: category.max_points_per_year ?? null,
      max_awards_per_year: category.max_awards_per_year ?? null,
      ...sent(category, SECOND_EDITION_OF_CATEGORIES),
    })),
    requirements: input.requirements.map(normalizeRequirement),
    carry_over: input.carry_over
      ? {
          max_points: input.carry_over.max_points ?? null,
          earned_within_months: input.carry_over.earned_within_months ?? null,
          categories: input.carry_over.categories ?? null,
          ...sent(input.carry_over, ['terms', 'by_category']),
        }
      : null,
    grace_days: input.grace_days ?? 0,
    renewal_opens_days: input.renewal_opens_days ?? DEFAULT_RENEWAL_OPENS_DAYS,
    ...(input.reinstatement !== undefined && { reinstatement: normalizeReinstatement(input.reinstatement) }),
  };
}

export function normalizeChecklist(items: readonly ChecklistItemInput[]): ChecklistItem[] {
  return items.map((item) => ({
    code: item.code,
    name: item.name,
    tracks: item.tracks ?? [],
    ...sent(item, ['period', 'keeps_standing']),
  }));
}

function normalizeRequirement(input: RequirementInput): Requirement {
  const { any_of } = input;
  return {
    ...normalizeCondition(input, undefined),
    from_term: input.from_term ?? 1,
    to_term: input.to_term ?? null,
    ...sent(input, ['every_terms', 'late_points', 'keeps_standing']),
    tracks: input.tracks ?? [],
    ...(any_of !== undefined && {
      any_of: any_of?.map((alternative) => normalizeCondition(alternative, 'term')),
    }),
  };
}

function normalizeCondition(input: Omit<RequirementInput, 'any_of'>, period: Condition['period']): Condition {
  const chosen = input.period ?? period;
  return {
    code: input.code,
    name: input.name ?? input.code,
    ...sent(input, [...MEASURES, 'each_points']),
    categories: input.categories ?? null,
    ...(chosen !== undefined && { period: chosen }),
    months: input.months ?? null,
    prorate_first: input.prorate_first ?? false,
  };
}

function normalizeReinstatement(
  input: NonNullable<RulesInput['reinstatement']> | null,
): Rules['reinstatement'] {
  if (input === null) return null;
  return {
    ...sent(input, ['within_months', 'old_term_met']),
    requirements: (input.requirements ?? []).map((requirement) => ({
      code: requirement.code,
      name: requirement.name ?? requirement.code,
      ...sent(requirement, ['min_points', 'min_awards', 'each_points']),
      categories: requirement.categories ?? null,
      months: requirement.months,
      tracks: requirement.tracks ?? [],
    })),
  };
}

/** Picks those of the named fields that were sent. */
function sent<T extends object, K extends keyof T>(from: T, fields: readonly K[]): Pick<T, K> {
  const kept: Partial<T> = {};
  for (const field of fields) if (from[field] !== undefined) kept[field] = from[field];
  return kept as Pick<T, K>;
}
