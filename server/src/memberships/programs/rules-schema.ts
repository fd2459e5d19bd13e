/** The shape of a program's rules in the API. Rules that a schema cannot express are checked in `check-rules.ts`. */

import { MOST_CATEGORIES, MOST_POINTS, PERIODS } from '@sello/rules';
import { type TSchema, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';

const CODE = '^[a-z0-9_]{1,40}$';

const Code = Type.String({ pattern: CODE });
const Name = Type.String({ minLength: 1, maxLength: 200 });
const Points = Type.Number({
  exclusiveMinimum: 0,
  maximum: MOST_POINTS,
  description: 'Two decimals at most.',
});
const LEAVES = 'Only for categories without subcategories.';
const Codes = Type.Array(Code, { minItems: 1, maxItems: MOST_CATEGORIES });
const Tracks = Type.Array(Code, { maxItems: 50, description: 'Empty means everybody.' });
const Count = Type.Integer({ minimum: 1, maximum: 1_000 });
const Days = (description: string) => Type.Integer({ minimum: 0, maximum: 3_650, description });

function orNull<S extends TSchema & { type: string }>(schema: S, description?: string) {
  return Type.Optional(nullable(description === undefined ? schema : { ...schema, description }));
}

/** Unknown fields are refused here, unlike elsewhere, because a misspelt cap would silently be no cap. */
const CLOSED = { additionalProperties: false };

const CategorySchema = Type.Object(
  {
    code: Code,
    name: Name,
    parent: orNull(Code, 'Code of the parent category; at most 4 levels.'),
    max_points: orNull(
      Points,
      'The most points that count in a term, for this category and its subcategories together.',
    ),
    max_points_per_year: orNull(
      Points,
      'The same for each year. Categories below it may have only yearly caps, and no share.',
    ),
    max_awards_per_year: orNull(
      Count,
      'Only this many of the largest awards count per year. Only for categories without subcategories.',
    ),
    unit: orNull(
      Type.String({ minLength: 1, maxLength: 40 }),
      "A unit other than the program's, for this category and everything under it. Only at the top level; at most 5 units.",
    ),
    multiplier: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 100,
        description: `Multiplies points; each line is rounded down to 0.01. Defaults to 1. ${LEAVES}`,
      }),
    ),
    multiplier_first_points: orNull(
      Points,
      'Only the first so many points of the term are multiplied, by a whole multiplier from 2 to 10. Only for categories without subcategories.',
    ),
    max_points_per_award: orNull(Points, `The most points of a line after the multiplier. ${LEAVES}`),
    max_share: orNull(
      Type.Object(
        {
          percent: Type.Integer({ minimum: 1, maximum: 99 }),
          of: Type.Unsafe<'counted' | readonly string[]>({
            anyOf: [
              { type: 'string', const: 'counted' },
              { type: 'array', items: { type: 'string', pattern: CODE }, maxItems: 100 },
            ],
            description:
              'Of what the share is taken. `counted`: of everything that counts in its unit. Codes of requirements: of the largest of their minimums that applies.',
          }),
        },
        CLOSED,
      ),
      'The most that counts, as a share of something else.',
    ),
  },
  CLOSED,
);

const MINIMA = {
  min_points: orNull(Points, 'The measure is points. Each requirement has exactly one measure.'),
  min_awards: orNull(
    Type.Integer({ minimum: 1, maximum: 1_000 }),
    'The measure is a number of awards. Caps reduce points, never awards.',
  ),
  min_categories: orNull(
    Type.Integer({ minimum: 1, maximum: 200 }),
    'The measure is the number of the named categories that are met, each counted separately.',
  ),
  each_points: orNull(Points, 'With the other measures: the fewest points of one award or category.'),
};

const Months = orNull(Type.Integer({ minimum: 1, maximum: 600 }), 'Only with the period `months`.');
const ScopeOfRequirement = orNull(
  Codes,
  "A category includes its subcategories; null for all categories of the program's unit.",
);
const ProrateFirst = Type.Optional(
  Type.Boolean({
    description:
      'For points and the period `term`: a short term needs only its share of them, by months or parts.',
  }),
);
const NameOfRequirement = Type.Optional({ ...Name, description: 'Defaults to the code.' });

const AlternativeSchema = Type.Object(
  {
    code: Code,
    name: NameOfRequirement,
    ...MINIMA,
    categories: ScopeOfRequirement,
    period: Type.Optional(oneOf(PERIODS, { description: 'Defaults to `term`.' })),
    months: Months,
    prorate_first: ProrateFirst,
  },
  CLOSED,
);

const RequirementSchema = Type.Object(
  {
    code: Code,
    name: NameOfRequirement,
    ...MINIMA,
    any_of: Type.Optional(
      nullable(
        Type.Array(AlternativeSchema, {
          maxItems: 100,
          description:
            'Instead of a measure: 2 to 10 alternatives, of which only one must be met. Only `code`, `name`, `from_term`, `to_term`, `every_terms` and `tracks` may be given with it.',
        }),
      ),
    ),
    categories: ScopeOfRequirement,
    period: Type.Optional(
      oneOf(PERIODS, {
        description:
          'term: the whole term; year: each whole year of the term; months: the last `months` up to its end, across terms. Required unless `any_of` is given.',
      }),
    ),
    months: Months,
    from_term: Type.Optional({ ...Count, description: 'Applies from the term with this number.' }),
    to_term: orNull(Count, 'The last term to which it applies; null means no last term.'),
    every_terms: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        description: 'The requirement applies from `from_term`, and then only every so many terms.',
      }),
    ),
    prorate_first: ProrateFirst,
    late_points: orNull(
      Points,
      'With points and the period `term`: so many more points are needed if the term was extended and the minimum was not reached by its original end.',
    ),
    keeps_standing: Type.Optional(
      Type.Boolean({
        description:
          'With the period `year`: if a whole year misses the minimum, the membership loses its standing once the year and the days of grace after it have ended.',
      }),
    ),
    tracks: Type.Optional(Tracks),
  },
  CLOSED,
);

const CarryOverSchema = Type.Object(
  {
    max_points: orNull(Points, 'null means all surplus.'),
    earned_within_months: orNull(
      Type.Integer({ minimum: 1, maximum: 120 }),
      'Only points earned in this many last months of the term are carried over; null: the whole term.',
    ),
    categories: orNull(
      Codes,
      "The categories whose points are carried over; null for all of the program's unit.",
    ),
    terms: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 5,
        description: 'For how many later terms surplus points can be used. Defaults to 1.',
      }),
    ),
    by_category: Type.Optional(
      Type.Array(
        Type.Object(
          {
            category: Code,
            max_points: orNull(Points, 'The most points that can leave the category.'),
            as: orNull(Code, 'The category, without subcategories, in which its points arrive.'),
          },
          CLOSED,
        ),
        { maxItems: MOST_CATEGORIES },
      ),
    ),
  },
  CLOSED,
);

const ReinstatementSchema = Type.Object(
  {
    within_months: orNull(
      Type.Integer({ minimum: 1, maximum: 600 }),
      'The new term must begin within so many months after the end of the old one; null means at any time.',
    ),
    old_term_met: Type.Optional(
      Type.Boolean({ description: 'Whether the old term must be met. Defaults to true.' }),
    ),
    requirements: Type.Optional(
      Type.Array(
        Type.Object(
          {
            code: Code,
            name: NameOfRequirement,
            min_points: MINIMA.min_points,
            min_awards: MINIMA.min_awards,
            each_points: MINIMA.each_points,
            categories: ScopeOfRequirement,
            months: Type.Integer({
              minimum: 1,
              maximum: 600,
              description: 'Only awards of so many months before the first day of the new term count.',
            }),
            tracks: Type.Optional(Tracks),
          },
          CLOSED,
        ),
        { maxItems: 100 },
      ),
    ),
  },
  CLOSED,
);

export const RulesSchema = Type.Object(
  {
    term_months: Type.Integer({ minimum: 1, maximum: 120, description: 'How long a term is.' }),
    anchor: orNull(
      Type.String({ maxLength: 10 }),
      'A day: all terms end a whole number of terms after it. MM-DD: the first term ends at the first such day. membership: each membership has its own day. null: terms are counted from the start of each membership.',
    ),
    first_term_min_months: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 120,
        description: 'With an anchor: the first term has at least this many months. Defaults to 0.',
      }),
    ),
    categories: Type.Array(CategorySchema, {
      maxItems: MOST_CATEGORIES,
      description:
        'The categories in which points are given: a tree with caps. Only categories without subcategories can be given points.',
    }),
    requirements: Type.Array(RequirementSchema, {
      maxItems: 100,
      description:
        'The minimums. A term is met when it reaches every minimum that applies to it; without minimums it is always met.',
    }),
    carry_over: orNull(CarryOverSchema, 'Surplus that also counts in the next term; null means none.'),
    grace_days: Type.Optional(
      Days('Days after the end of the term in which earlier activities may still be reported.'),
    ),
    renewal_opens_days: Type.Optional(Days('How many days before the end a renewal can be requested.')),
    reinstatement: orNull(
      ReinstatementSchema,
      'What a renewal after a lapse needs in addition; null means nothing.',
    ),
  },
  { title: 'Rules', ...CLOSED },
);

export const ChecklistSchema = Type.Array(
  Type.Object(
    {
      code: Code,
      name: Name,
      tracks: Type.Optional(Tracks),
      period: Type.Optional(
        oneOf(['term', 'year'], {
          description: 'year: one entry for each whole year of the term. Defaults to `term`.',
        }),
      ),
      keeps_standing: Type.Optional(
        Type.Boolean({
          description:
            'With the period `year`: if an entry is not done, the membership loses its standing once the year and the days of grace after it have ended.',
        }),
      ),
    },
    { title: 'ChecklistItem', ...CLOSED },
  ),
  {
    maxItems: 50,
    description: 'What a renewal needs besides points: dues, an exam, a letter.',
  },
);
