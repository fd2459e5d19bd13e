/** The review of a member who was drawn: the member sends evidence, and the council decides. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import type { CertificateId, DrawId, MemberId, MembershipId, ReviewId } from '../../kernel/ids.ts';
import type { Reporters } from '../four-eyes/four-eyes.ts';
import { EXAMPLE_REVIEW } from './example-draw.ts';

/** What the council decides. It has no effect on the membership; the council may suspend or end it separately. */
export const OUTCOMES = ['passed', 'failed', 'excused'] as const;

export type Outcome = (typeof OUTCOMES)[number];

export const REVIEW_STATUSES = ['open', ...OUTCOMES, 'cancelled'] as const;

export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** The most files of a review: enough for the evidence of one term, and few enough for the council to read. */
export const MOST_FILES = 20;

/** A file that the member sent, which is certified, and what the member wrote about it. */
export type ReviewEvidence = { certificateId: CertificateId; note: string | undefined; sentAt: Date };

export type Review = {
  id: ReviewId;
  livemode: boolean;
  drawId: DrawId;
  membershipId: MembershipId;
  memberId: MemberId;
  memberNumber: string;
  /** Empty once the member is anonymised. */
  name: string;
  rank: number;
  status: ReviewStatus;
  dueOn: string;
  reporters: Reporters;
  evidence: readonly ReviewEvidence[];
  decision: { by: string; at: Date; reason: string | undefined } | undefined;
  createdAt: Date;
  updatedAt: Date;
};

const EvidenceSchema = Type.Array(
  Type.Object({
    certificate_id: Type.String(),
    note: nullable(Type.String()),
    sent_at: Type.String({ format: 'date-time' }),
  }),
  { description: 'Files that the member sent, each with its certificate. Oldest first.' },
);

export const ReviewSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Unsafe<string>({ type: 'string', const: 'review' }),
    livemode: Type.Boolean(),
    draw_id: Type.String(),
    membership_id: Type.String(),
    member_id: Type.String(),
    member: Type.Object(
      { member_number: Type.String(), name: Type.String({ description: 'Empty once anonymised.' }) },
      { description: 'The member under review, by the present name.' },
    ),
    rank: Type.Integer({ description: 'The position in the result of the draw, from 1.' }),
    status: oneOf(REVIEW_STATUSES, {
      description: '`cancelled`: the draw was cancelled before the review was decided.',
    }),
    due_on: Type.String({ description: 'The last day on which the member may send evidence.' }),
    evidence: EvidenceSchema,
    decision: nullable(
      Type.Object({
        by: Type.String(),
        at: Type.String({ format: 'date-time' }),
        reason: nullable(Type.String()),
      }),
    ),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Review', examples: [EXAMPLE_REVIEW] },
);

export function toReviewRecord(review: Review): Static<typeof ReviewSchema> {
  const { decision } = review;
  return {
    id: review.id,
    object: 'review',
    livemode: review.livemode,
    draw_id: review.drawId,
    membership_id: review.membershipId,
    member_id: review.memberId,
    member: { member_number: review.memberNumber, name: review.name },
    rank: review.rank,
    status: review.status,
    due_on: review.dueOn,
    evidence: review.evidence.map(toEvidenceRecord),
    decision: decision
      ? { by: decision.by, at: decision.at.toISOString(), reason: decision.reason ?? null }
      : null,
    created_at: review.createdAt.toISOString(),
    updated_at: review.updatedAt.toISOString(),
  };
}

function toEvidenceRecord({ certificateId, note, sentAt }: ReviewEvidence) {
  return { certificate_id: certificateId, note: note ?? null, sent_at: sentAt.toISOString() };
}
