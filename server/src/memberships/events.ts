/** Which changes become events, and what these contain: ids, states, days and points, never personal data. */

import type { AuditAction } from '../audit/actions.ts';
import type { Query } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
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

/** The details of the audit log that an event may contain. Others may contain text that people wrote. */
const SAFE = [
  'member_id',
  'membership_id',
  'program_id',
  'course_id',
  'organizer_id',
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

/** In test mode, an event about a member under a test clock also names the clock and its day. */
export async function tell(
  { query, now }: Pick<Tools, 'query' | 'now'>,
  owner: Owner,
  events: readonly NewEvent[],
): Promise<void> {
  await noteEvents(query, owner, now(), owner.livemode ? events : await withClocks(query, owner, events));
}

async function withClocks(
  query: Query,
  { accountId }: Owner,
  events: readonly NewEvent[],
): Promise<readonly NewEvent[]> {
  const rows = await query(
    `select r.id, c.id as clock_id, c.day from unnest($2::text[]) as r (id)
       left join renewals w on w.id = r.id
       left join memberships s on s.id = coalesce(w.membership_id, r.id)
       join members m on m.id = coalesce(s.member_id, r.id) and m.account_id = $1
       join clocks c on c.id = m.clock_id`,
    [accountId, [...new Set(events.map(({ data }) => aboutWhom(data)))]],
    'clocks-of-events',
  );
  const clocks = new Map(
    rows.map((row) => [read.text(row, 'id'), { id: read.text(row, 'clock_id'), day: read.text(row, 'day') }]),
  );
  return events.map((event) => {
    const clock = clocks.get(aboutWhom(event.data));
    return clock === undefined ? event : { ...event, data: { ...event.data, clock } };
  });
}

/** The member, membership or renewal that the event is about. */
function aboutWhom({ id, member_id, membership_id }: NewEvent['data']): string {
  return String(member_id ?? membership_id ?? id);
}
