/** The shape of a program's rules in the API. Whatever a schema cannot express is checked in `check-rules.ts`. */

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
const Codes = Type.Array(Code, { minItems: 1, maxItems: MOST_CATEGORIES });
const Tracks = Type.Array(Code, { maxItems: 50, description: 'Empty: everybody.' });
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
      'The same for each year. Below it only yearly caps can stand, and no share.',
    ),
    max_awards_per_year: orNull(
      Count,
      'Only this many of the largest awards count per year. Only for a category without subcategories.',
    ),
    unit: orNull(
      Type.String({ minLength: 1, maxLength: 40 }),
      "Another unit than the program's, for all under it. Only at the top; at most 5 units.",
    ),
    multiplier: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 100,
        description: 'Points are multiplied by it, rounded down to 0.01 a line; 1 if left out. Leaves only.',
      }),
    ),
    multiplier_first_points: orNull(
      Points,
      "Only the term's first so many points are multiplied, by a whole multiplier from 2 to 10. Leaves only.",
    ),
    max_points_per_award: orNull(Points, 'The most of one line, after the multiplier. Leaves only.'),
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
              '`counted`: of all that counts in its unit. Codes of requirements: of the largest minimum that applies.',
          }),
        },
        CLOSED,
      ),
      'The most that counts, as a part of something else.',
    ),
  },
  CLOSED,
);

const MINIMA = {
  min_points: orNull(Points, 'The measure: points. Each requirement has one measure.'),
  min_awards: orNull(
    Type.Integer({ minimum: 1, maximum: 1_000 }),
    'The measure: a number of awards. Caps take points, never awards.',
  ),
  min_categories: orNull(
    Type.Integer({ minimum: 1, maximum: 200 }),
    'The measure: a number of the named categories, each counted by itself.',
  ),
  each_points: orNull(Points, 'With the two numbers: the least points of one award or one category.'),
};

const Months = orNull(Type.Integer({ minimum: 1, maximum: 600 }), 'With the period months only.');
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
    period: Type.Optional(oneOf(PERIODS, { description: 'term if left out.' })),
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
            'In place of a measure: 2 to 10 alternatives, of which one alone must be met. Beside it only `code`, `name`, `from_term`, `to_term`, `every_terms` and `tracks`.',
        }),
      ),
    ),
    categories: ScopeOfRequirement,
    period: Type.Optional(
      oneOf(PERIODS, {
        description:
          'term: the whole term; year: each whole year of it; months: the last `months` up to its end, across terms. Needed, but for `any_of`.',
      }),
    ),
    months: Months,
    from_term: Type.Optional({ ...Count, description: 'Applies from the term with this number on.' }),
    to_term: orNull(Count, 'The last term that it applies to; null for no last term.'),
    every_terms: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        description: 'The requirement applies from `from_term` on, and then only every so many terms.',
      }),
    ),
    prorate_first: ProrateFirst,
    late_points: orNull(
      Points,
      'With points and the period term: so many more where the term was extended and the minimum was not reached by its end.',
    ),
    keeps_standing: Type.Optional(
      Type.Boolean({
        description:
          'With the period year: a whole year that misses it loses standing, on the day after its end and the days of grace.',
      }),
    ),
    tracks: Type.Optional(Tracks),
  },
  CLOSED,
);

const CarryOverSchema = Type.Object(
  {
    max_points: orNull(Points, 'null: all surplus.'),
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
        description: 'For how many later terms surplus points can still be used. Defaults to 1.',
      }),
    ),
    by_category: Type.Optional(
      Type.Array(
        Type.Object(
          {
            category: Code,
            max_points: orNull(Points, 'The most that leaves it.'),
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
      'The new term begins within so many months after the end of the old one; null: at any time.',
    ),
    old_term_met: Type.Optional(
      Type.Boolean({ description: 'Whether the old term must be met; true if left out.' }),
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
              description: 'Awards of so many months before the first day of the new term.',
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
      'A day: all terms end a whole number of terms after it. MM-DD: the first term ends at the first such day. membership: each membership has its own day. null: terms count from the start of each membership.',
    ),
    first_term_min_months: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 120,
        description: 'With an anchor: the least number of months of the first term. Defaults to 0.',
      }),
    ),
    categories: Type.Array(CategorySchema, {
      maxItems: MOST_CATEGORIES,
      description: 'What points are given for: a tree with caps. Points are given to its leaves.',
    }),
    requirements: Type.Array(RequirementSchema, {
      maxItems: 100,
      description:
        'Minima. A term is met when every minimum that applies to it is reached; without minima it always is.',
    }),
    carry_over: orNull(CarryOverSchema, 'Surplus that counts in the next term too; null: none.'),
    grace_days: Type.Optional(
      Days('Days after the end of the term in which earlier activities may still be reported.'),
    ),
    renewal_opens_days: Type.Optional(Days('How many days before the end a renewal can be requested.')),
    reinstatement: orNull(ReinstatementSchema, 'What a renewal after a lapse asks for; null: nothing more.'),
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
          description: 'year: one entry for each whole year of the term. term if left out.',
        }),
      ),
      keeps_standing: Type.Optional(
        Type.Boolean({
          description:
            'With the period year: an entry not done loses standing, on the day after the year and the days of grace.',
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
