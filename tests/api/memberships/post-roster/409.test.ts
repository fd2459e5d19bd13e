import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, newCourse } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { programTest as test } from '../../../harness/world.ts';

test('course_not_accredited: a proposed or closed course accepts no roster', async ({ sello, council }) => {
  const closed = await accreditedCourse(council);
  await council.ask('POST', `/courses/${closed.id}/close`, 200);
  const payload = { rows: [{ member_id: await council.enrol() }] };
  for (const { id } of [closed, await newCourse(council)]) {
    const answer = await sello.call('POST', `${API}/courses/${id}/rosters`, { key: council.key, payload });
    expectRefusal(answer, 409, 'course_not_accredited');
  }
});
