import { expectRefusal } from '../../../harness/memberships.ts';
import { newReport, openOwnPageWorld } from '../../../harness/own-page.ts';
import { around } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('another member’s award, and one’s own that somebody else reported, cannot be withdrawn', async ({
  world,
}) => {
  const { council } = world;
  const { member_id, program_id } = await council.membership({ starts_on: council.today(-100) });
  const visit = await world.enterByLink(member_id);
  const { body } = await visit.call('POST', '/activities', await newReport(world, visit, program_id));
  const stranger = await world.enterByLink((await council.member()).id);
  expectRefusal(await stranger.call('POST', `/awards/${body.award_id}/withdraw`), 404, 'not_found');
  const { award } = await council.must('POST', '/awards', {
    member_id,
    activity: { title: 'Taller' },
    completed_on: council.today(-20),
    points: [{ program_id, category: 'emc', points: 5 }],
  });
  expectRefusal(await visit.call('POST', `/awards/${award.id}/withdraw`), 404, 'not_found');
});
