import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('`after` must be the id of an award', async ({ council }) => {
  const answer = await council.call('GET', '/courses/crs_0000000000000000000000/diplomas/export?after=x');
  expectRefusal(answer, 404, 'not_found');
  const { id: program_id } = await council.program();
  const points = [{ program_id, category: 'emc', points: 1 }];
  const { course } = await council.must('POST', '/courses', { title: 'x', starts_on: '2026-01-01', points });
  const bad = await council.call('GET', `/courses/${course.id}/diplomas/export?after=mem_1`);
  expectRefusal(bad, 422, 'validation_failed', /awd_/);
});
