import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { newCourse } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('a proposed course is not closed', async ({ sello, council }) => {
  const { id } = await newCourse(council);
  const answer = await sello.call('POST', `${API}/courses/${id}/close`, { key: council.key });
  const message = expectRefusal(answer, 409, 'invalid_transition');
  expect(message).toContain('`proposed`');
  expect(message).toContain('`closed`');
});
