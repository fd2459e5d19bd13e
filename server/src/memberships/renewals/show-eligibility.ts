/** Whether a membership can be renewed today, and what is missing. */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { findMembership } from '../membership/pg-memberships.ts';
import { membershipNotFound } from '../membership/refusals.ts';
import { readTerms } from '../membership/terms/pg-term-rows.ts';
import { readChain } from '../membership/terms/pg-terms.ts';
import { ChecklistSchema } from '../membership/terms/term-record.ts';
import { EvaluationSchema } from '../standing/evaluation-schema.ts';
import { reasonsAgainst } from './eligibility.ts';
import { findOpenRenewal } from './pg-renewals.ts';
import { readRenewable } from './renewable.ts';

const optional = Type.Optional;

/** Explains why a membership cannot be renewed today. */
export const ReasonSchema = Type.Object({
  code: Type.String({
    description:
      '`membership_ended`, `member_deceased`, `renewal_not_open`, `renewal_open`, `requirement_not_met`, `checklist_not_done`, `reinstatement_too_late` or `reinstatement_not_met`.',
  }),
  opens_on: optional(Type.String()),
  renewal_id: optional(Type.String()),
  requirement: optional(Type.String()),
  item: optional(Type.String()),
  year: optional(
    Type.Integer({ description: 'For a yearly item: the number of the whole year within the term.' }),
  ),
  until: optional(Type.String({ description: 'The last day on which it can be reinstated.' })),
  measure: optional(
    oneOf(['awards', 'categories'], {
      description: 'The unit of `missing`, if it is not points.',
    }),
  ),
  name: optional(Type.String()),
  missing: optional(Type.Number()),
  message: optional(Type.String({ description: 'For `refused`: the reason in words.' })),
});

export const EligibilityAnswer = Type.Object({
  eligibility: Type.Object(
    {
      can_renew: Type.Boolean({ description: 'Whether a renewal could be requested and approved today.' }),
      opens_on: Type.String({ description: 'The first day on which a renewal can be requested.' }),
      closes_on: Type.String({
        description:
          'If the renewal is requested by this day, the next term follows without a gap; after this day, the membership has lapsed.',
      }),
      reasons: Type.Array(ReasonSchema),
      evaluation: EvaluationSchema,
      checklist: ChecklistSchema,
      next_term: Type.Object({ starts_on: Type.String(), ends_on: Type.String() }),
      renewal_id: nullable(Type.String({ description: 'The renewal that waits for a decision.' })),
    },
    { title: 'Eligibility' },
  ),
});

export async function showEligibility(tools: Pick<Tools, 'query' | 'now'>, who: Who, id: string) {
  const membershipId = parseId('mbs', id);
  const membership = membershipId && (await findMembership(tools, who, membershipId));
  const chain = membership && (await readChain(tools, membership.id));
  if (membership === undefined || chain === undefined) throw membershipNotFound();
  const terms = await readTerms(tools, [membership.id]);
  const { memberStatus } = chain;
  const asked = await readRenewable(tools, who, { membership, memberStatus, terms });
  const waiting = await findOpenRenewal(tools, membership.id);
  const isInTime = (waiting?.requestedOn ?? asked.today) <= asked.closesOn;
  const renewable = isInTime ? asked : { ...asked, evaluation: asked.reinstatedOn(asked.today) };
  const reasons = reasonsAgainst(renewable, waiting?.id);
  const { opensOn, closesOn, evaluation, checklist, today } = renewable;
  return {
    can_renew: reasons.length === 0,
    opens_on: opensOn,
    closes_on: closesOn,
    reasons,
    evaluation,
    checklist,
    next_term: renewable.nextDays(waiting?.requestedOn ?? today, today),
    renewal_id: waiting?.id ?? null,
  };
}
