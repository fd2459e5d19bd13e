/** The shape of a program's rules on the wire. What a schema cannot say is in `check-rules.ts`. */

import { type TSchema, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { MOST_CATEGORIES } from './checks/check-categories.ts';
import { MOST_POINTS } from './points.ts';
import { PERIODS } from './rules.ts';

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

const CategorySchema = Type.Object({
  code: Code,
  name: Name,
  parent: orNull(Code, 'Code of the category above; at most 4 levels.'),
  max_points: orNull(Points, 'The most that counts in a term, of this category and all under it.'),
  max_points_per_year: orNull(Points, 'Only for a category with none under it.'),
  max_awards_per_year: orNull(
    Count,
    'Only the largest so many count. Only for a category with none under it.',
  ),
});

const RequirementSchema = Type.Object({
  code: Code,
  name: Type.Optional(Name),
  min_points: Points,
  categories: orNull(Codes, 'A category stands for all under it; null for all.'),
  period: oneOf(PERIODS, {
    description:
      'term: the whole term; year: each whole year of it; months: the last `months` up to its end, across terms.',
  }),
  months: orNull(Type.Integer({ minimum: 1, maximum: 600 }), 'With the period months only.'),
  from_term: Type.Optional(Count),
  to_term: orNull(Count),
  prorate_first: Type.Optional(
    Type.Boolean({
      description: 'With the period term: a short term asks for its share, by months or parts.',
    }),
  ),
  tracks: Type.Optional(Tracks),
});

const CarryOverSchema = Type.Object({
  max_points: Points,
  earned_within_months: Type.Integer({ minimum: 1, maximum: 120 }),
  categories: orNull(Codes),
});

export const RulesSchema = Type.Object(
  {
    term_months: Type.Integer({ minimum: 1, maximum: 120 }),
    anchor: orNull(
      Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
      'A day: terms end at it plus whole terms. null: each membership has its own start.',
    ),
    categories: Type.Array(CategorySchema, { maxItems: MOST_CATEGORIES }),
    requirements: Type.Array(RequirementSchema, { maxItems: 100 }),
    carry_over: orNull(CarryOverSchema),
    grace_days: Type.Optional(Days('Days after the end in which what was earned before may be reported.')),
    renewal_opens_days: Type.Optional(Days('Days before the end from which a renewal can be asked for.')),
  },
  { title: 'Rules' },
);

export const ChecklistSchema = Type.Array(
  Type.Object({ code: Code, name: Name, tracks: Type.Optional(Tracks) }, { title: 'ChecklistItem' }),
  { maxItems: 50 },
);
