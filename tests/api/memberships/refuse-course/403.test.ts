import { openFourEyes, outcomeOf, REFUSED } from '../../../harness/four-eyes.ts';
import { newCourse } from '../../../harness/program-council.ts';
import { expect, test } from '../../../harness/world.ts';

test('under four eyes, nobody can refuse a course that they proposed, but they may cancel it', async ({
  sello,
}) => {
  const { owner, approver, council } = await openFourEyes(sello);
  const { id } = await newCourse(council);
  const refuse = { reason: 'x' };
  expect(outcomeOf(await owner.call('POST', `/courses/${id}/refuse`, refuse))).toEqual(REFUSED);
  expect((await owner.call('GET', `/courses/${id}`)).body.course.status).toBe('proposed');
  expect(outcomeOf(await approver.call('POST', `/courses/${id}/refuse`, refuse))).toEqual([200, null]);
  const other = await newCourse(council);
  expect(outcomeOf(await owner.call('POST', `/courses/${other.id}/cancel`, {}))).toEqual([200, null]);
});
