/** Rules as sent become rules as kept: every default filled in, nothing else changed. */

import type { ChecklistItem, ChecklistItemInput, Rules, RulesInput } from './rules.ts';

const DEFAULT_RENEWAL_OPENS_DAYS = 120;

export function normalizeRules(input: RulesInput): Rules {
  return {
    term_months: input.term_months,
    anchor: input.anchor ?? null,
    categories: input.categories.map((category) => ({
      code: category.code,
      name: category.name,
      parent: category.parent ?? null,
      max_points: category.max_points ?? null,
      max_points_per_year: category.max_points_per_year ?? null,
      max_awards_per_year: category.max_awards_per_year ?? null,
    })),
    requirements: input.requirements.map((requirement) => ({
      code: requirement.code,
      name: requirement.name ?? requirement.code,
      min_points: requirement.min_points,
      categories: requirement.categories ?? null,
      period: requirement.period,
      months: requirement.months ?? null,
      from_term: requirement.from_term ?? 1,
      to_term: requirement.to_term ?? null,
      prorate_first: requirement.prorate_first ?? false,
      tracks: requirement.tracks ?? [],
    })),
    carry_over: input.carry_over
      ? {
          max_points: input.carry_over.max_points,
          earned_within_months: input.carry_over.earned_within_months,
          categories: input.carry_over.categories ?? null,
        }
      : null,
    grace_days: input.grace_days ?? 0,
    renewal_opens_days: input.renewal_opens_days ?? DEFAULT_RENEWAL_OPENS_DAYS,
  };
}

export function normalizeChecklist(items: readonly ChecklistItemInput[]): ChecklistItem[] {
  return items.map(({ code, name, tracks }) => ({ code, name, tracks: tracks ?? [] }));
}
