import { accreditedCourse } from '../../../harness/program-council.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('a dry run judges every row as a roster would, and stores nothing', async ({ council }) => {
  const { id } = await accreditedCourse(council);
  const rows = [{ member_id: await council.enrol() }, { member_number: 'nobody' }];
  const dry = await council.ask('POST', `/courses/${id}/rosters`, 200, { rows, dry_run: true });
  expect(dry.roster).toMatchObject({ id: null, summary: { rows: 2, created: 1, rejected: 1 } });
  expect((await council.ask('GET', `/awards?course_id=${id}`, 200)).awards).toEqual([]);
  const posted = await council.ask('POST', `/courses/${id}/rosters`, 201, { rows });
  expect(posted.roster.summary).toEqual(dry.roster.summary);
});
