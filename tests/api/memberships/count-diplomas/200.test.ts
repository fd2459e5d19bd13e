import { workOff } from '../../../harness/documents.ts';
import { accreditedCourse } from '../../../harness/program-council.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('what is made, what still waits and what nobody asked for; a revoked award counts nowhere', async ({
  sello,
  council,
}) => {
  const course = await accreditedCourse(council);
  const count = async () => (await council.must('GET', `/courses/${course.id}/diplomas`)).diplomas;
  expect(await count()).toMatchObject({ certified: 0, queued: 0, failed: 0, none: 0 });
  const rows = [{ member_id: await council.enrol() }, { member_id: await council.enrol() }];
  const path = `/courses/${course.id}/rosters`;
  await council.must('POST', path, { rows, approve: true, diplomas: true });
  await council.must('POST', path, { rows: [{ member_id: await council.enrol() }], approve: true });
  expect(await count()).toMatchObject({ certified: 0, queued: 2, failed: 0, none: 1 });
  await workOff(sello);
  expect(await count()).toMatchObject({ certified: 2, queued: 0, failed: 0, none: 1 });
  const { awards } = await council.must('GET', `/awards?course_id=${course.id}&diploma=certified`);
  await council.must('POST', `/awards/${awards[0].id}/revoke`, { reason: 'Otro curso' });
  expect(await count()).toMatchObject({ certified: 1, queued: 0, failed: 0, none: 1 });
});
