/** The preview refuses a roster exactly as posting it would. */

import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { COURSE, PROGRAM_RULES } from '../../../harness/program-council.ts';
import type { TestSello } from '../../../harness/test-sello.ts';
import { test as base } from '../../../harness/world.ts';

const preview = (sello: TestSello, cookie: string, course: string, table = 'member_number\nA1\n') =>
  sello.call('POST', `/api/dashboard/courses/${course}/rosters/preview`, {
    headers: { cookie, 'content-type': 'text/csv' },
    payload: table,
  });

const test = base.extend('course', ({ person }) => async (fields: object = {}) => {
  const { program } = (await person.call('POST', '/programs', { name: 'Consejo', rules: PROGRAM_RULES }))
    .body;
  await person.call('POST', `/programs/${program.id}/activate`);
  const points = COURSE.points.map((line) => ({ ...line, program_id: program.id }));
  const { course } = (await person.call('POST', '/courses', { ...COURSE, points, ...fields })).body;
  await person.call('POST', `/courses/${course.id}/accredit`, {});
  return course.id as string;
});

test('404 for a course that does not exist', async ({ sello, person }) => {
  for (const id of ['crs_0000000000000000000000', 'nonsense'])
    expectRefusal(await preview(sello, person.cookie, id), 404, 'not_found');
});

test('409 for a course that takes no more awards', async ({ sello, person, course }) => {
  const id = await course();
  await person.call('POST', `/courses/${id}/close`);
  expectRefusal(await preview(sello, person.cookie, id), 409, 'course_not_accredited');
});

test('413 for more than 10,000 rows', async ({ sello, person, course }) => {
  const table = `member_number\n${'x\n'.repeat(10_001)}`;
  expectRefusal(await preview(sello, person.cookie, await course(), table), 413, 'roster_too_large');
});

test('422 after the last day for it', async ({ sello, person, course }) => {
  const id = await course({ claim_until: '2026-03-10' });
  expectRefusal(await preview(sello, person.cookie, id), 422, 'claim_closed');
});
