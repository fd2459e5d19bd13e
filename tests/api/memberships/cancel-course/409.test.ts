import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, newAward } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('a course with a pending or an approved award is not cancelled, and a cancelled one not again', async ({
  sello,
  council,
}) => {
  const { id } = await accreditedCourse(council);
  const award = await newAward(council, await council.enrol(), id);
  const cancel = () => sello.call('POST', `${API}/courses/${id}/cancel`, { key: council.key, payload: {} });
  expectRefusal(await cancel(), 409, 'course_has_awards');
  await council.ask('POST', `/awards/${award.id}/approve`, 200, {});
  expectRefusal(await cancel(), 409, 'course_has_awards');
  await council.ask('POST', `/awards/${award.id}/revoke`, 200, { reason: 'x' });
  expect((await cancel()).status).toBe(200);
  expect(expectRefusal(await cancel(), 409, 'invalid_transition')).toContain('`cancelled`');
});
