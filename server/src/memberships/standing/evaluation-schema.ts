/** An evaluation, as answers show it. */

import type { Evaluation } from '@sello/rules';
import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { EXAMPLE_EVALUATION } from './example-evaluation.ts';

const SHORT = {
  met: Type.Boolean({ description: 'Whether all requirements are met.' }),
  counted: Type.Number({ description: 'What counts, carried-in points included.' }),
  missing_points: Type.Number({
    description:
      "The largest `missing` of any requirement in the program's unit: at least this many points are still needed.",
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

const optional = Type.Optional;
const LostOn = optional(
  nullable(
    Type.String({
      description: 'The day on which the membership loses its standing unless this is made up.',
    }),
  ),
);

const CONDITION_RESULT = {
  code: Type.String(),
  name: Type.String(),
  min: Type.Number({ description: 'The minimum for this term, after proration and waivers.' }),
  have: Type.Number({
    description: 'The points so far. If the period is a year: those of the year with the fewest points.',
  }),
  missing: Type.Number(),
  met: Type.Boolean(),
  by_year: optional(Type.Array(Type.Number(), { description: 'One for each whole year.' })),
  measure: optional(
    oneOf(['awards', 'categories'], { description: 'Present if the requirement is not about points.' }),
  ),
};

const AlternativeResultSchema = Type.Object(CONDITION_RESULT);

const RequirementResultSchema = Type.Object({
  ...CONDITION_RESULT,
  chosen: optional(
    nullable(
      Type.String({
        description:
          'The alternative to which these numbers belong: the first that is met, or else the nearest. null: waived.',
      }),
    ),
  ),
  any_of: optional(Type.Array(AlternativeResultSchema)),
  late_points: optional(Type.Number({ description: 'What was added to the minimum because of lateness.' })),
  lost_on: LostOn,
});

const AwardResultSchema = Type.Object({
  id: Type.String(),
  category: optional(
    Type.String({ description: 'Missing only in older frozen answers, which do not contain it.' }),
  ),
  counted: Type.Number(),
  because: nullable(
    Type.String({
      description:
        'Why it does not count with exactly its points: `cap:CODE`, `yearly_cap:CODE`, `share:CODE`, `award_cap:CODE`, `multiplier:CODE`, `not_among_largest`, `outside_terms` or `not_in_version`.',
    }),
  ),
});

const CarriedResultSchema = Type.Object({
  id: Type.String({ description: 'The award to which the points belong.' }),
  from_term: Type.Integer({ description: 'The number of the term in which they were earned.' }),
  category: Type.String({ description: 'The category in which the points arrived.' }),
  points: Type.Number(),
  counted: Type.Number(),
});

const ChecklistResultSchema = Type.Object({
  code: Type.String(),
  year: nullable(Type.Integer({ description: 'The number of the whole year; null: once a term.' })),
  due_on: Type.String({ description: 'The last day of the year or the term.' }),
  done_on: nullable(Type.String()),
  lost_on: nullable(Type.String()),
});

const ReinstatementResultSchema = Type.Object(
  {
    until: nullable(Type.String({ description: 'The last day; null means at any time.' })),
    in_time: Type.Boolean(),
    requirements: Type.Array(AlternativeResultSchema),
    met: Type.Boolean({
      description:
        'Everything that a renewal needs, including the requirements of the old term if it must be met.',
    }),
  },
  { title: 'ReinstatementResult' },
);

const REST = {
  as_of: Type.String({ description: 'The day of the evaluation.' }),
  program_version: Type.Integer(),
  term: Type.Integer({ description: 'Its number.' }),
  starts_on: Type.String(),
  ends_on: Type.String({ description: 'The last day of the term.' }),
  extended_until: nullable(Type.String()),
  earned: Type.Number({ description: "The points of the term's own awards, before any cap." }),
  carried_in: Type.Number({ description: 'Points carried in from the previous term.' }),
  carries_out: Type.Number({ description: 'The points that are carried into the next term.' }),
  by_category: Type.Array(CategoryCountSchema, {
    description: 'Categories with points that were earned in the term or carried in from the previous one.',
  }),
  by_year: Type.Array(YearCountSchema, {
    description: 'All years of the term, also an incomplete one.',
  }),
  requirements: Type.Array(RequirementResultSchema, {
    description: 'Requirements that apply to the term and its tracks.',
  }),
  awards: Type.Array(AwardResultSchema, { description: 'One entry for each line of an award, by day.' }),
  carried: optional(
    Type.Array(CarriedResultSchema, {
      description: 'What was carried in from the previous term, if anything.',
    }),
  ),
  by_unit: optional(
    Type.Record(Type.String(), Type.Number(), {
      description: "What counts in other units. All other sums are in the program's unit.",
    }),
  ),
  shares: optional(
    Type.Record(Type.String(), Type.Number(), {
      description: 'For each category, the most points that its share allows in this term.',
    }),
  ),
  checklist: optional(
    Type.Array(ChecklistResultSchema, { description: 'What a renewal needs besides points.' }),
  ),
  lost_on: LostOn,
  reinstatement: optional(ReinstatementResultSchema),
};

export const EvaluationSchema = Type.Object(
  { ...SHORT, ...REST },
  { title: 'Evaluation', examples: [EXAMPLE_EVALUATION] },
);

/** The evaluation of a term. In lists of terms it has only the first three fields. */
export const TermEvaluationSchema = Type.Object(
  { ...SHORT, ...Type.Partial(Type.Object(REST)).properties },
  { title: 'TermEvaluation' },
);

export type ShortEvaluation = Pick<Evaluation, 'met' | 'counted' | 'missing_points'>;

export function shortOf({ met, counted, missing_points }: Evaluation): ShortEvaluation {
  return { met, counted, missing_points };
}
