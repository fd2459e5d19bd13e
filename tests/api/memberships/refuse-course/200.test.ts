import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Council, newCourse, openCouncil } from '../../../harness/memberships-world.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await openTestSello();
  council = await openCouncil(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('a proposed course is refused with the reason', async () => {
  const { id } = await newCourse(council);
  const { course } = await council.ask('POST', `/courses/${id}/refuse`, 200, { reason: 'Sin programa' });
  expect(course).toMatchObject({
    status: 'refused',
    accreditation: { folio: null, accredited_on: null, reason: 'Sin programa', by: expect.any(String) },
  });
});
