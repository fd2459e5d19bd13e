/** A membership is one member in one program: a chain of terms. */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import type { MemberId, MembershipId, ProgramId, TermId } from '../../kernel/ids.ts';
import { recordFields } from '../fields.ts';
import {
  isValid,
  MEMBERSHIP_STATUSES,
  type MembershipStatus,
  STANDINGS,
  type StandingDays,
  standingOn,
} from '../standing/standing.ts';
import { EXAMPLE_MEMBERSHIP } from './terms/example-term.ts';
import { TermSchema, type toTermRecord } from './terms/term-record.ts';

export type Membership = StandingDays & {
  id: MembershipId;
  livemode: boolean;
  memberId: MemberId;
  programId: ProgramId;
  firstTermNumber: number;
  tracks: readonly string[];
  /** The day from which the terms are counted, if the rules require that each membership has its own. */
  anchor: string | undefined;
  status: MembershipStatus;
  suspendedOn: string | undefined;
  suspendReason: string | undefined;
  endedOn: string | undefined;
  endReason: string | undefined;
  /** The newest term, which a renewal decides. */
  termId: TermId;
  externalId: string | undefined;
  metadata: Record<string, string>;
  createdAt: Date;
  updatedAt: Date;
};

export const MembershipSchema = Type.Object(
  {
    ...recordFields('membership'),
    member_id: Type.String(),
    program_id: Type.String(),
    starts_on: Type.String({ description: 'The first day of the first term kept here.' }),
    first_term_number: Type.Integer({ description: 'The number of the first term kept here.' }),
    tracks: Type.Array(Type.String(), { description: 'The tracks of the newest term.' }),
    anchor: nullable(
      Type.String({
        description: 'The day from which its terms are counted, in programs with the anchor `membership`.',
      }),
    ),
    status: oneOf(MEMBERSHIP_STATUSES),
    suspended_on: nullable(Type.String()),
    suspend_reason: nullable(Type.String()),
    ended_on: nullable(Type.String()),
    end_reason: nullable(Type.String()),
    standing: oneOf(STANDINGS, { description: 'Derived from the dates of the newest term, as of `as_of`.' }),
    valid: Type.Boolean({ description: 'Whether the standing is `current` or `grace`.' }),
    valid_until: Type.String({
      description: 'The last day of standing `current`: the end of the newest term or its extension.',
    }),
    lost_on: nullable(
      Type.String({
        description: 'The day on which the standing becomes `delinquent`, unless the missed year is made up.',
      }),
    ),
    as_of: Type.String({ description: 'Today, in the time zone of the account.' }),
    current_term: TermSchema,
  },
  { title: 'Membership', examples: [EXAMPLE_MEMBERSHIP] },
);

export const MembershipAnswer = Type.Object({ membership: MembershipSchema });

export function toMembershipRecord(
  membership: Membership,
  currentTerm: ReturnType<typeof toTermRecord>,
  today: string,
) {
  const standing = standingOn(membership, today);
  return {
    id: membership.id,
    object: 'membership',
    livemode: membership.livemode,
    member_id: membership.memberId,
    program_id: membership.programId,
    starts_on: membership.startsOn,
    first_term_number: membership.firstTermNumber,
    tracks: membership.tracks,
    anchor: membership.anchor ?? null,
    status: membership.status,
    suspended_on: membership.suspendedOn ?? null,
    suspend_reason: membership.suspendReason ?? null,
    ended_on: membership.endedOn ?? null,
    end_reason: membership.endReason ?? null,
    standing,
    valid: isValid(standing),
    valid_until: membership.validUntil,
    lost_on: membership.lostOn ?? null,
    as_of: today,
    current_term: currentTerm,
    external_id: membership.externalId ?? null,
    metadata: membership.metadata,
    created_at: membership.createdAt.toISOString(),
    updated_at: membership.updatedAt.toISOString(),
  };
}
