/** Compares what the reference says about each event with events that were really sent. */

import { expect, test } from 'vitest';
import { EVENT_CATALOGUE, type EventType } from '../../../server/src/api/reference/event-catalogue.ts';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil } from '../../harness/memberships.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);

/** Optional fields, which are absent if they have no value. */
const SOMETIMES: Partial<Record<EventType, readonly string[]>> = { 'member.updated': ['status'] };

test('events of a council have the fields that the catalogue shows', async () => {
  const council = await openCouncil(sello);
  const { must, today } = council;
  const member = await council.member();
  const membership = await council.endingOn(today(30), { member });
  await must('PATCH', `/members/${member.id}`, { email: 'ana@example.mx' });
  const proposal = {
    title: 'Curso',
    provider: { name: 'Consejo' },
    starts_on: today(-3),
    ends_on: today(-2),
    points: [{ program_id: membership.program_id, category: 'emc', points: 60 }],
  };
  const { course } = await must('POST', '/courses', proposal);
  await must('POST', `/courses/${course.id}/accredit`, {});
  const { award } = await must('POST', '/awards', { member_id: member.id, course_id: course.id });
  await must('POST', `/awards/${award.id}/approve`, {});
  const { renewal } = await must('POST', `/memberships/${membership.id}/renewals`, {});
  await must('POST', `/renewals/${renewal.id}/reject`, { reason: 'Prueba' });
  await must('POST', `/awards/${award.id}/revoke`, { reason: 'Prueba' });
  await must('POST', `/courses/${course.id}/close`, {});
  await must('POST', `/memberships/${membership.id}/suspend`, { reason: 'Prueba' });
  await must('POST', `/memberships/${membership.id}/end`, { reason: 'Prueba' });

  const { events } = await must('GET', '/events?limit=100');
  const seen = new Set<string>();
  for (const { type, data } of events as { type: EventType; data: object }[]) {
    const shown = EVENT_CATALOGUE[type].data;
    if (shown === undefined) continue;
    seen.add(type);
    const sometimes = SOMETIMES[type] ?? [];
    const always = (record: object) =>
      Object.keys(record)
        .filter((name) => !sometimes.includes(name))
        .sort();
    expect([type, always(data)]).toEqual([type, always(shown)]);
  }
  expect([...seen].sort()).toEqual([
    'award.approved',
    'award.created',
    'award.revoked',
    'course.accredited',
    'course.closed',
    'course.proposed',
    'key.created',
    'member.created',
    'member.updated',
    'membership.created',
    'membership.ended',
    'membership.suspended',
    'renewal.rejected',
    'renewal.requested',
    'term.met',
  ]);
});
