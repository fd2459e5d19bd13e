/** A term, as answers show it. */

import { type ChecklistItem, type Evaluation, fromHundredths } from '@sello/rules';
import { Type } from 'typebox';
import { nullable } from '../../../http/schema.ts';
import { type ShortEvaluation, TermEvaluationSchema } from '../../standing/evaluation-schema.ts';
import { EXAMPLE_TERM } from './example-term.ts';
import { checklistOf, type MembershipTerm } from './term.ts';

export const ChecklistSchema = Type.Array(
  Type.Object({
    code: Type.String(),
    name: Type.String(),
    year: Type.Optional(
      Type.Integer({ description: 'For a yearly item: the number of the whole year within the term.' }),
    ),
    done: Type.Boolean(),
    done_on: nullable(Type.String()),
    note: Type.Optional(nullable(Type.String())),
    certificate_id: nullable(Type.String()),
  }),
);

export const TermSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Unsafe<string>({ type: 'string', const: 'term' }),
    livemode: Type.Boolean(),
    membership_id: Type.String(),
    number: Type.Integer({ description: '1 is the first term of the member.' }),
    program_version: Type.Integer({ description: 'The version of the rules by which it is judged.' }),
    tracks: Type.Array(Type.String()),
    starts_on: Type.String(),
    ends_on: Type.String({ description: 'The last day of the term.' }),
    extended_until: nullable(
      Type.String({ description: 'The last day on which points can be earned, if the term was extended.' }),
    ),
    extension_reason: nullable(Type.String({ description: 'Shown to keys with `memberships:decide`.' })),
    waivers: Type.Array(
      Type.Object({
        requirement: Type.String(),
        min_points: Type.Number(),
        reason: nullable(Type.String({ description: 'Shown to keys with `memberships:decide`.' })),
      }),
    ),
    checklist: ChecklistSchema,
    renewal_id: nullable(Type.String({ description: 'The renewal that closed it.' })),
    void: Type.Boolean({ description: 'Opened by a renewal that was annulled, so it no longer counts.' }),
    evaluation: Type.Unsafe<Evaluation | ShortEvaluation | null>({
      ...TermEvaluationSchema,
      type: ['object', 'null'],
      description: 'Complete if a single term is read, short in lists, null for a void term.',
    }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Term', examples: [EXAMPLE_TERM] },
);

export const TermAnswer = Type.Object({ term: TermSchema });

/** Reasons may mention an illness, so only people who may decide see them. */
export type Sight = { reasons: boolean };

export function toTermRecord(
  term: MembershipTerm,
  items: readonly ChecklistItem[],
  { reasons }: Sight,
  evaluation: Evaluation | ShortEvaluation = keptEvaluation(term),
) {
  return {
    id: term.id,
    object: 'term',
    livemode: term.livemode,
    membership_id: term.membershipId,
    number: term.number,
    program_version: term.programVersion,
    tracks: term.tracks,
    starts_on: term.startsOn,
    ends_on: term.endsOn,
    extended_until: term.extendedUntil ?? null,
    extension_reason: (reasons ? term.extendReason : undefined) ?? null,
    waivers: Object.entries(term.waivers).map(([requirement, { min_points, reason }]) => ({
      requirement,
      min_points: fromHundredths(min_points),
      reason: reasons ? reason : null,
    })),
    checklist: checklistOf(items, term),
    renewal_id: term.renewalId ?? null,
    void: term.isVoid,
    evaluation: term.isVoid ? null : evaluation,
    created_at: term.createdAt.toISOString(),
    updated_at: term.updatedAt.toISOString(),
  };
}

function keptEvaluation({ met, counted, missingPoints }: MembershipTerm): ShortEvaluation {
  return { met, counted: fromHundredths(counted), missing_points: fromHundredths(missingPoints) };
}
