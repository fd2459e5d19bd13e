import { newCourse } from '../../../harness/program-council.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('a proposed course is refused with the reason', async ({ council }) => {
  const { id } = await newCourse(council);
  const { course } = await council.ask('POST', `/courses/${id}/refuse`, 200, { reason: 'Sin programa' });
  expect(course).toMatchObject({
    status: 'refused',
    accreditation: { folio: null, accredited_on: null, reason: 'Sin programa', by: expect.any(String) },
  });
});
