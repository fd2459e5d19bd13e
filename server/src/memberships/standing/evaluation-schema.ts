/** An evaluation, as answers show it. */

import type { Evaluation } from '@sello/rules';
import { Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import { EXAMPLE_EVALUATION } from './example-evaluation.ts';

const SHORT = {
  met: Type.Boolean({ description: 'Whether all requirements are.' }),
  counted: Type.Number({ description: 'What counts, carried-in points included.' }),
  missing_points: Type.Number({
    description: 'The largest `missing` of all requirements: at least this many points are still needed.',
  }),
};

const CategoryCountSchema = Type.Object({
  code: Type.String(),
  earned: Type.Number({ description: 'Before any cap.' }),
  counted: Type.Number(),
  max_points: nullable(Type.Number()),
});

const YearCountSchema = Type.Object({
  starts_on: Type.String(),
  ends_on: Type.String(),
  counted: Type.Number(),
});

const RequirementResultSchema = Type.Object({
  code: Type.String(),
  name: Type.String(),
  min: Type.Number({ description: 'As it applies to this term: prorated or waived.' }),
  have: Type.Number({ description: 'With the period year: of the poorest whole year.' }),
  missing: Type.Number(),
  met: Type.Boolean(),
  by_year: Type.Optional(Type.Array(Type.Number(), { description: 'One for each whole year.' })),
});

const AwardResultSchema = Type.Object({
  id: Type.String(),
  counted: Type.Number(),
  because: nullable(
    Type.String({
      description:
        'Why it counts less than its points: `cap:CODE`, `yearly_cap:CODE`, `not_among_largest`, `outside_terms` or `not_in_version`.',
    }),
  ),
});

const REST = {
  as_of: Type.String({ description: 'The day of the evaluation.' }),
  program_version: Type.Integer(),
  term: Type.Integer({ description: 'Its number.' }),
  starts_on: Type.String(),
  ends_on: Type.String({ description: 'The last day of the term.' }),
  extended_until: nullable(Type.String()),
  earned: Type.Number({ description: "The points of the term's own awards, before any cap." }),
  carried_in: Type.Number({ description: 'From the term before.' }),
  carries_out: Type.Number({ description: 'Into the next term.' }),
  by_category: Type.Array(CategoryCountSchema, {
    description: 'Categories in which something was earned or carried in.',
  }),
  by_year: Type.Array(YearCountSchema, {
    description: 'All years of the term, including an incomplete one.',
  }),
  requirements: Type.Array(RequirementResultSchema, {
    description: 'Requirements that apply to the term and its tracks.',
  }),
  awards: Type.Array(AwardResultSchema, { description: 'One entry for each line of an award, by day.' }),
};

export const EvaluationSchema = Type.Object(
  { ...SHORT, ...REST },
  { title: 'Evaluation', examples: [EXAMPLE_EVALUATION] },
);

/** Lists of terms have only the first three fields. */
export const TermEvaluationSchema = Type.Object(
  { ...SHORT, ...Type.Partial(Type.Object(REST)).properties },
  { title: 'TermEvaluation' },
);

export type ShortEvaluation = Pick<Evaluation, 'met' | 'counted' | 'missing_points'>;

export function shortOf({ met, counted, missing_points }: Evaluation): ShortEvaluation {
  return { met, counted, missing_points };
}
