import { accreditedCourse, newCourse } from '../../../harness/program-council.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('proposed and accredited courses without awards are cancelled', async ({ council }) => {
  for (const { id } of [await newCourse(council), await accreditedCourse(council)]) {
    expect((await council.ask('POST', `/courses/${id}/cancel`, 200)).course.status).toBe('cancelled');
  }
});
