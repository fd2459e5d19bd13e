import { accreditedCourse } from '../../../harness/program-council.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('an accredited course is closed and keeps its folio', async ({ council }) => {
  const { id, accreditation } = await accreditedCourse(council);
  const { course } = await council.ask('POST', `/courses/${id}/close`, 200);
  expect(course).toMatchObject({ status: 'closed', accreditation });
});
