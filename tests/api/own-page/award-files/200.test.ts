import { newEmail, openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('diploma and badge of one’s own award; another member’s award gets the 404 of an unknown one', async ({
  world,
}) => {
  const { council } = world;
  const member = await council.member({
    email: newEmail(),
    consent: { notice_version: '1', channel: 'web' },
  });
  const membership = await council.membership({ member, starts_on: council.today(-100) });
  const { award } = await council.must('POST', '/awards', {
    member_id: member.id,
    activity: { title: 'Taller' },
    completed_on: council.today(-20),
    points: [{ program_id: membership.program_id, category: 'emc', points: 5 }],
  });
  const visit = await world.enterByCode(member.email);
  const early = await visit.call('GET', `/awards/${award.id}/diploma`);
  expect([early.status, early.body.error]).toEqual([409, 'diploma_not_ready']);
  await council.must('POST', `/awards/${award.id}/approve`, {});
  await council.must('POST', `/awards/${award.id}/diploma`, {});
  const diploma = await visit.call('GET', `/awards/${award.id}/diploma`);
  expect([diploma.status, diploma.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  const badge = await visit.call('GET', `/awards/${award.id}/badge`);
  expect([badge.status, JSON.parse(badge.text).type]).toEqual([
    200,
    expect.arrayContaining(['OpenBadgeCredential']),
  ]);
  expect(
    (await visit.call('GET', `/awards/${award.id}/badge?format=png`)).bytes.subarray(1, 4).toString(),
  ).toBe('PNG');
  const stranger = await world.enterByLink((await council.member()).id);
  for (const path of [`/awards/${award.id}/diploma`, `/awards/${award.id}/badge`]) {
    const theirs = await stranger.call('GET', path);
    const nobodys = await stranger.call('GET', path.replace(award.id, 'awd_0000000000000000000000'));
    expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
  }
});
