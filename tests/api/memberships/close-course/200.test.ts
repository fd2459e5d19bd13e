import { afterAll, beforeAll, expect, test } from 'vitest';
import { accreditedCourse, type Council, openCouncil } from '../../../harness/memberships-world.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await openTestSello();
  council = await openCouncil(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('an accredited course is closed and keeps its folio', async () => {
  const { id, accreditation } = await accreditedCourse(council);
  const { course } = await council.ask('POST', `/courses/${id}/close`, 200);
  expect(course).toMatchObject({ status: 'closed', accreditation });
});
