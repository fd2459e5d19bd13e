import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, openProgramCouncil } from '../../../harness/program-council.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('M12 a course of another account is as unknown as one that never was', async ({ sello, council }) => {
  const other = await openProgramCouncil(sello);
  const { id } = await accreditedCourse(other);
  for (const path of ['diplomas', 'diplomas/export']) {
    const foreign = await council.call('GET', `/courses/${id}/${path}`);
    expectRefusal(foreign, 404, 'not_found');
    const never = await council.call('GET', `/courses/crs_0000000000000000000000/${path}`);
    expect(never.text).toBe(foreign.text);
  }
});
