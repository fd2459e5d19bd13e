import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  accreditedCourse,
  type Council,
  newCourse,
  openCouncil,
} from '../../../harness/memberships-world.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await openTestSello();
  council = await openCouncil(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('proposed and accredited courses without awards are cancelled', async () => {
  for (const { id } of [await newCourse(council), await accreditedCourse(council)]) {
    expect((await council.ask('POST', `/courses/${id}/cancel`, 200)).course.status).toBe('cancelled');
  }
});
