import { expectRefusal } from '../../../harness/memberships.ts';
import { openOwnPageWorld } from '../../../harness/own-page.ts';
import { around } from '../../../harness/world.ts';

const test = around(() => openOwnPageWorld({ SELLO_BASE_URL: 'http://sello.example' }));

test('diploma_not_ready and invalid_transition before the decision; badge_needs_https without TLS', async ({
  world,
}) => {
  const { council } = world;
  const member = await council.member({ consent: { notice_version: '1', channel: 'web' } });
  const { program_id } = await council.membership({ member, starts_on: council.today(-100) });
  const { award } = await council.must('POST', '/awards', {
    member_id: member.id,
    activity: { title: 'Taller' },
    completed_on: council.today(-20),
    points: [{ program_id, category: 'emc', points: 5 }],
  });
  const visit = await world.enterByLink(member.id);
  const badge = () => visit.call('GET', `/awards/${award.id}/badge`);
  expectRefusal(await visit.call('GET', `/awards/${award.id}/diploma`), 409, 'diploma_not_ready');
  expectRefusal(await badge(), 409, 'invalid_transition', /pending/);
  await council.must('POST', `/awards/${award.id}/approve`, {});
  expectRefusal(await badge(), 409, 'badge_needs_https');
  expectRefusal(await visit.call('GET', '/transcript?format=clr'), 409, 'badge_needs_https');
});
