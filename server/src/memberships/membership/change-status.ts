/** Suspends, reactivates and ends memberships. */

import type { AppError } from '../../kernel/errors.ts';
import type { MembershipId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { todayOf } from '../calendar.ts';
import { dayUpTo } from '../fields.ts';
import { note } from '../note-change.ts';
import { assertReason } from '../reason.ts';
import type { MembershipStatus } from '../standing/standing.ts';
import { lockMembership } from './lock-membership.ts';
import type { Membership } from './membership.ts';
import { updateMembership } from './pg-memberships.ts';
import { invalidTransition, THE_MEMBERSHIP } from './refusals.ts';
import { refreshStandings } from './terms/refresh-terms.ts';

export type StatusVerb = 'suspend' | 'reactivate' | 'end';

type StatusChange = { reason?: string; on?: string };

type Step = { from: readonly MembershipStatus[]; to: MembershipStatus };

/** The allowed steps. The end is final: a person who comes back gets a new membership. */
const STEPS: Record<StatusVerb, Step> = {
  suspend: { from: ['active'], to: 'suspended' },
  reactivate: { from: ['suspended'], to: 'active' },
  end: { from: ['active', 'suspended'], to: 'ended' },
};

export async function changeStatus(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  id: string,
  verb: StatusVerb,
  { reason, on }: StatusChange,
): Promise<MembershipId> {
  assertReason(reason);
  const { membership } = await lockMembership(tools, who, id);
  const day = dayUpTo('on', on, await todayOf(tools, who, membership));
  const { from, to } = STEPS[verb];
  if (!from.includes(membership.status)) throw refusal(membership.status, to);
  await updateMembership(tools, {
    ...membership,
    ...FIELDS[to](day, reason),
    status: to,
    updatedAt: tools.now(),
  });
  await refreshStandings(tools, [membership.memberId]);
  await note(tools, who, `membership.${verb}`, membership.id, { from: membership.status, to, on: day });
  return membership.id;
}

const FIELDS: Record<MembershipStatus, (on: string, reason: string | undefined) => Partial<Membership>> = {
  active: () => ({ suspendedOn: undefined, suspendReason: undefined }),
  suspended: (on, reason) => ({ suspendedOn: on, suspendReason: reason }),
  ended: (on, reason) => ({ endedOn: on, endReason: reason }),
};

function refusal(from: MembershipStatus, to: MembershipStatus): AppError {
  return invalidTransition(THE_MEMBERSHIP, from, to);
}
