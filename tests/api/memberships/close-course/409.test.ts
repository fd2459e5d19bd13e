import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { type Council, newCourse, openCouncil } from '../../../harness/memberships-world.ts';
import { API, openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await openTestSello();
  council = await openCouncil(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('a proposed course is not closed', async () => {
  const { id } = await newCourse(council);
  const answer = await sello.call('POST', `${API}/courses/${id}/close`, { key: council.key });
  const message = expectRefusal(answer, 409, 'invalid_transition');
  expect(message).toContain('`proposed`');
  expect(message).toContain('`closed`');
});
