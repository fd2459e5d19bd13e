/** Changes what a requirement asks for, and removes the fields that do not go with it. */

import type { Period, Requirement } from '@sello/rules';
import { codeFrom } from './program-draft.ts';

export const ASKED = ['min_points', 'min_awards', 'min_categories', 'any_of'] as const;
export type Asked = (typeof ASKED)[number];
type Measure = Exclude<Asked, 'any_of'>;

/** Anything with a measure: a requirement, one of its alternatives, or what a reinstatement asks for. */
export type Measured = Pick<Requirement, Measure | 'each_points'>;

/** The first value of a newly chosen measure. */
const FIRST: Record<Measure, number> = { min_points: 10, min_awards: 1, min_categories: 1 };

const NOTHING = {
  min_points: undefined,
  min_awards: undefined,
  min_categories: undefined,
  each_points: undefined,
} as const;

export function askedOf(measured: Measured & Pick<Requirement, 'any_of'>): Asked {
  if (measured.any_of) return 'any_of';
  return measureIn(measured);
}

export function measureIn(measured: Measured): Measure {
  if (typeof measured.min_awards === 'number') return 'min_awards';
  return typeof measured.min_categories === 'number' ? 'min_categories' : 'min_points';
}

/** The fields of a newly chosen measure. The other measures' fields are emptied. */
export function withMeasure(measure: Measure): Measured & { prorate_first?: false } {
  return {
    ...NOTHING,
    [measure]: FIRST[measure],
    ...(measure !== 'min_points' && { prorate_first: false as const }),
  };
}

export function withAsked(requirement: Requirement, asked: Asked, name: string): Requirement {
  if (asked === askedOf(requirement)) return requirement;
  if (asked !== 'any_of') {
    const { any_of: _, ...rest } = requirement;
    return {
      ...rest,
      ...withMeasure(asked),
      period: requirement.period ?? 'term',
      prorate_first: asked === 'min_points' && requirement.prorate_first,
      ...(asked !== 'min_points' && { late_points: undefined }),
    };
  }
  const { code, from_term, to_term, every_terms, tracks } = requirement;
  const alternative = (at: number) => ({
    ...withMeasure('min_points'),
    code: codeFrom(`${name} ${at}`, []),
    name: `${name} ${at}`,
    categories: requirement.categories,
    period: requirement.period ?? ('term' as const),
    months: requirement.months,
    prorate_first: requirement.prorate_first,
  });
  return {
    ...{ code, name: requirement.name, categories: null, months: null, prorate_first: false },
    ...{ from_term, to_term, tracks },
    ...(every_terms !== undefined && { every_terms }),
    any_of: [{ ...alternative(1), ...measuresOf(requirement) }, alternative(2)],
  };
}

function measuresOf({ min_points, min_awards, min_categories, each_points }: Measured): Measured {
  return { min_points, min_awards, min_categories, each_points };
}

type OfPeriod = Pick<Requirement, 'months' | 'prorate_first'>;

export function withPeriod<T extends OfPeriod>(condition: T, period: Period): T & { period: Period } {
  return {
    ...condition,
    period,
    months: period === 'months' ? (condition.months ?? 36) : null,
    prorate_first: period === 'term' && condition.prorate_first,
    ...('late_points' in condition && period !== 'term' && { late_points: undefined }),
    ...('keeps_standing' in condition && period !== 'year' && { keeps_standing: undefined }),
  };
}
