import { expectRefusal } from '../../../harness/memberships.ts';
import { openOwnPageWorld } from '../../../harness/own-page.ts';
import { around } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('a badge and a learner record need the member’s consent', async ({ world }) => {
  const { council } = world;
  const { member_id, program_id } = await council.membership({ starts_on: council.today(-100) });
  const { award } = await council.must('POST', '/awards', {
    member_id,
    activity: { title: 'Taller' },
    completed_on: council.today(-20),
    points: [{ program_id, category: 'emc', points: 5 }],
  });
  await council.must('POST', `/awards/${award.id}/approve`, {});
  const visit = await world.enterByLink(member_id);
  expectRefusal(await visit.call('GET', `/awards/${award.id}/badge`), 422, 'consent_missing');
  expectRefusal(await visit.call('GET', '/transcript?format=clr'), 422, 'consent_missing');
});
