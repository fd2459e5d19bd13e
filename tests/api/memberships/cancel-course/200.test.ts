import { afterAll, beforeAll, expect, test } from 'vitest';
import { accreditedCourse, newCourse, openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('proposed and accredited courses without awards are cancelled', async () => {
  for (const { id } of [await newCourse(council), await accreditedCourse(council)]) {
    expect((await council.ask('POST', `/courses/${id}/cancel`, 200)).course.status).toBe('cancelled');
  }
});
