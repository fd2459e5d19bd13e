import { afterAll, beforeAll, expect, test } from 'vitest';
import { accreditedCourse, openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('an accredited course is closed and keeps its folio', async () => {
  const { id, accreditation } = await accreditedCourse(council);
  const { course } = await council.ask('POST', `/courses/${id}/close`, 200);
  expect(course).toMatchObject({ status: 'closed', accreditation });
});
