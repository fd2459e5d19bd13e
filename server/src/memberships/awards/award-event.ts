/** What the events of an award contain: ids, state, day and points. */

import type { NewEvent } from '../../events/note-event.ts';
import { type Award, type AwardStatus, toLedgerLines } from './award.ts';

type AwardEvent = 'award.created' | 'award.approved' | 'award.rejected' | 'award.revoked';

export function awardEvent(type: AwardEvent): (award: Award) => NewEvent {
  return (award) => ({
    type,
    data: {
      id: award.id,
      object: 'award',
      member_id: award.memberId,
      course_id: award.courseId ?? null,
      roster_id: award.rosterId ?? null,
      status: award.status,
      completed_on: award.completedOn,
      points: toLedgerLines(award.points),
    },
  });
}

/** The event of each decision. A withdrawn award has none, because a withdrawal concerns only the member. */
const DECIDED: Partial<Record<AwardStatus, AwardEvent>> = {
  approved: 'award.approved',
  rejected: 'award.rejected',
  revoked: 'award.revoked',
};

export function decidedEvent(award: Award): NewEvent[] {
  const type = DECIDED[award.status];
  return type === undefined ? [] : [awardEvent(type)(award)];
}
