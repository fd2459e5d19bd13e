/** The shape of a program's rules on the wire. What a schema cannot say is in `check-rules.ts`. */

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

/** A misspelt cap would be no cap: unlike elsewhere, unknown fields are refused here. */
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
    max_points_per_year: orNull(Points, 'Only for a category without subcategories.'),
    max_awards_per_year: orNull(
      Count,
      'Only this many of the largest awards count per year. Only for a category without subcategories.',
    ),
  },
  CLOSED,
);

const RequirementSchema = Type.Object(
  {
    code: Code,
    name: Type.Optional({ ...Name, description: 'Defaults to the code.' }),
    min_points: Points,
    categories: orNull(Codes, 'A category includes its subcategories; null for all categories.'),
    period: oneOf(PERIODS, {
      description:
        'term: the whole term; year: each whole year of it; months: the last `months` up to its end, across terms.',
    }),
    months: orNull(Type.Integer({ minimum: 1, maximum: 600 }), 'With the period months only.'),
    from_term: Type.Optional({ ...Count, description: 'Applies from the term with this number on.' }),
    to_term: orNull(Count, 'The last term that it applies to; null for no last term.'),
    prorate_first: Type.Optional(
      Type.Boolean({
        description: 'With the period term: a short term asks for its share, by months or parts.',
      }),
    ),
    tracks: Type.Optional(Tracks),
  },
  CLOSED,
);

const CarryOverSchema = Type.Object(
  {
    max_points: Points,
    earned_within_months: Type.Integer({
      minimum: 1,
      maximum: 120,
      description: 'Only points earned in this many last months of the term are carried over.',
    }),
    categories: orNull(Codes, 'The categories whose points are carried over; null for all.'),
  },
  CLOSED,
);

export const RulesSchema = Type.Object(
  {
    term_months: Type.Integer({ minimum: 1, maximum: 120, description: 'How long a term is.' }),
    anchor: orNull(
      Type.String({ format: 'date' }),
      'A day: all terms end a whole number of terms after it. null: terms count from the start of each membership.',
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
  },
  { title: 'Rules', ...CLOSED },
);

export const ChecklistSchema = Type.Array(
  Type.Object(
    { code: Code, name: Name, tracks: Type.Optional(Tracks) },
    { title: 'ChecklistItem', ...CLOSED },
  ),
  {
    maxItems: 50,
    description: 'What a renewal needs besides points: dues, an exam, a letter.',
  },
);
