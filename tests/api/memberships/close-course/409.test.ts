import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { newCourse, openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('a proposed course is not closed', async () => {
  const { id } = await newCourse(council);
  const answer = await sello.call('POST', `${API}/courses/${id}/close`, { key: council.key });
  const message = expectRefusal(answer, 409, 'invalid_transition');
  expect(message).toContain('`proposed`');
  expect(message).toContain('`closed`');
});
