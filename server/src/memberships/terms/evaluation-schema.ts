/** An evaluation, as answers show it. */

import { Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import type { Evaluation } from '../rules/evaluation.ts';

const optional = Type.Optional;

/** Lists have the first three alone. */
export const EvaluationSchema = Type.Object(
  {
    met: Type.Boolean({ description: 'Whether all requirements are.' }),
    counted: Type.Number({ description: 'What counts, carried-in points included.' }),
    missing_points: Type.Number({
      description: 'The largest `missing` of one requirement: at least so many points are still needed.',
    }),
    as_of: optional(Type.String()),
    program_version: optional(Type.Integer()),
    term: optional(Type.Integer()),
    starts_on: optional(Type.String()),
    ends_on: optional(Type.String()),
    extended_until: optional(nullable(Type.String())),
    earned: optional(Type.Number()),
    carried_in: optional(Type.Number()),
    carries_out: optional(Type.Number()),
    by_category: optional(
      Type.Array(
        Type.Object({
          code: Type.String(),
          earned: Type.Number(),
          counted: Type.Number(),
          max_points: nullable(Type.Number()),
        }),
      ),
    ),
    by_year: optional(
      Type.Array(Type.Object({ starts_on: Type.String(), ends_on: Type.String(), counted: Type.Number() })),
    ),
    requirements: optional(
      Type.Array(
        Type.Object({
          code: Type.String(),
          name: Type.String(),
          min: Type.Number(),
          have: Type.Number(),
          missing: Type.Number(),
          met: Type.Boolean(),
          by_year: optional(Type.Array(Type.Number(), { description: 'One for each whole year.' })),
        }),
      ),
    ),
    awards: optional(
      Type.Array(
        Type.Object({
          id: Type.String(),
          counted: Type.Number(),
          because: nullable(
            Type.String({
              description:
                'Why it counts less than its points: `cap:CODE`, `yearly_cap:CODE`, `not_among_largest`, `outside_terms` or `not_in_version`.',
            }),
          ),
        }),
      ),
    ),
  },
  { title: 'Evaluation' },
);

export type ShortEvaluation = Pick<Evaluation, 'met' | 'counted' | 'missing_points'>;

export function shortOf({ met, counted, missing_points }: Evaluation): ShortEvaluation {
  return { met, counted, missing_points };
}
