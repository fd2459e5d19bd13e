import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCourse, openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
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
