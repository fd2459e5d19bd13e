/** Which changes become events, and what these contain: ids, states, days and points, never personal data. */

import type { AuditAction } from '../audit/actions.ts';
import type { WrittenType } from '../events/event-types.ts';
import { type NewEvent, noteEvents } from '../events/note-event.ts';
import type { Owner } from '../kernel/owner.ts';
import type { Tools } from '../operations/operation.ts';

/**
 * The actions that become events. Events of awards are missing here, because they are written with the awards, many at
 * a time.
 */
const TOLD: { [Action in AuditAction]?: { type: WrittenType; status?: string } } = {
  'member.create': { type: 'member.created' },
  'member.update': { type: 'member.updated' },
  'member.suspend': { type: 'member.updated' },
  'member.reactivate': { type: 'member.updated' },
  'member.deceased': { type: 'member.updated' },
  'member.anonymise': { type: 'member.anonymised' },
  'membership.create': { type: 'membership.created' },
  'membership.suspend': { type: 'membership.suspended' },
  'membership.end': { type: 'membership.ended' },
  'course.create': { type: 'course.proposed', status: 'proposed' },
  'course.accredit': { type: 'course.accredited' },
  'course.refuse': { type: 'course.refused' },
  'course.close': { type: 'course.closed' },
  'roster.create': { type: 'roster.completed' },
  'renewal.request': { type: 'renewal.requested', status: 'requested' },
  'renewal.approve': { type: 'renewal.approved', status: 'approved' },
  'renewal.reject': { type: 'renewal.rejected', status: 'rejected' },
};

/** The details of the audit log that an event may contain. Other details may contain people's words. */
const SAFE = [
  'member_id',
  'membership_id',
  'program_id',
  'course_id',
  'term_id',
  'new_term_id',
  'on',
  'basis',
  'starts_on',
  'ends_on',
  'folio',
  'rows',
  'created',
  'duplicate',
  'rejected',
  'approved',
];

export function eventOf(
  action: AuditAction,
  target: string,
  details: Record<string, unknown>,
): NewEvent | undefined {
  const told = TOLD[action];
  if (told === undefined) return undefined;
  const status = told.status ?? details.to;
  const safe = SAFE.flatMap((name) => (details[name] === undefined ? [] : [[name, details[name]]]));
  const data = {
    id: target,
    object: action.split('.')[0],
    ...(status !== undefined && { status }),
    ...Object.fromEntries(safe),
  };
  return { type: told.type, data };
}

export function tell(
  { query, now }: Pick<Tools, 'query' | 'now'>,
  owner: Owner,
  events: readonly NewEvent[],
): Promise<void> {
  return noteEvents(query, owner, now(), events);
}
