import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('201: a renewal can be requested once', async ({ world }) => {
  const { council } = world;
  const { id, member_id } = await council.endingOn(council.today(10), {
    rules: { ...RULES, requirements: [] },
  });
  const visit = await world.enterByLink(member_id);
  const asked = await visit.call('POST', `/memberships/${id}/renewal`);
  expect([asked.status, asked.body], asked.text).toEqual([201, { done: true }]);
  const { renewals } = await council.must('GET', `/renewals?membership_id=${id}`);
  expect(renewals).toEqual([expect.objectContaining({ status: 'requested', basis: 'requirements' })]);
  expect((await visit.call('GET', '/me')).body.memberships[0].renewal).toMatchObject({
    can_ask: false,
    is_asked: true,
  });
  expectRefusal(await visit.call('POST', `/memberships/${id}/renewal`), 409, 'renewal_open');
});

test('422 before the renewal opens, and 404 for another member’s membership', async ({ world }) => {
  const { council } = world;
  const early = await council.endingOn(council.today(300));
  const visit = await world.enterByLink(early.member_id);
  expectRefusal(await visit.call('POST', `/memberships/${early.id}/renewal`), 422, 'renewal_not_open');
  const other = await council.endingOn(council.today(10));
  expectRefusal(await visit.call('POST', `/memberships/${other.id}/renewal`), 404, 'not_found');
});
