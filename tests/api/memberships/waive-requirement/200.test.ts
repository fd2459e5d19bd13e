import { expect, test } from '../../../harness/world.ts';

test('a waiver replaces the minimum for this term, may be 0, and can be removed', async ({ council }) => {
  const { id, current_term } = await council.membership();
  const at = `/terms/${current_term.id}/waivers/total`;
  const waived = await council.must('PUT', at, { min_points: 12.5, reason: 'maternidad' });
  expect(waived.term.waivers).toEqual([{ requirement: 'total', min_points: 12.5, reason: 'maternidad' }]);
  expect(waived.term.evaluation).toMatchObject({ met: false, missing_points: 12.5 });
  const nothing = await council.must('PUT', at, { min_points: 0, reason: 'maternidad' });
  expect(nothing.term.evaluation.met).toBe(true);
  const { membership } = await council.must('GET', `/memberships/${id}`);
  expect(membership.current_term.evaluation).toEqual({ met: true, counted: 0, missing_points: 0 });
  const gone = await council.call('DELETE', at);
  expect([gone.status, gone.text]).toEqual([204, '']);
  const { term } = await council.must('GET', `/terms/${current_term.id}`);
  expect([term.waivers, term.evaluation.missing_points]).toEqual([[], 60]);
});
