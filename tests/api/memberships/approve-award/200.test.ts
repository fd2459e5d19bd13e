import { accreditedCourse, newAward } from '../../../harness/program-council.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('an approval enters the ledger, and the term counts it at once', async ({ council }) => {
  const course = await accreditedCourse(council);
  const memberId = await council.enrol();
  const { id } = await newAward(council, memberId, course.id);
  const { award } = await council.ask('POST', `/awards/${id}/approve`, 200, { reason: 'bien' });
  expect(award).toMatchObject({
    status: 'approved',
    decision: { by: expect.stringMatching(/^key_/), reason: 'bien' },
    entry: { seq: 1, prev_hash: '0'.repeat(64), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  const { memberships } = await council.ask('GET', `/memberships?member_id=${memberId}`, 200);
  const { term } = await council.ask('GET', `/terms/${memberships[0].current_term.id}`, 200);
  expect(term.evaluation).toMatchObject({ counted: 10, missing_points: 50, awards: [{ id, counted: 10 }] });
  expect(memberships[0].current_term.evaluation).toMatchObject({ counted: 10, missing_points: 50 });
  await council.ask('POST', `/awards/${id}/revoke`, 200, { reason: 'error' });
  const after = await council.ask('GET', `/memberships?member_id=${memberId}`, 200);
  expect(after.memberships[0].current_term.evaluation).toMatchObject({ counted: 0, missing_points: 60 });
});
