import { openFourEyes, outcomeOf, REFUSED } from '../../../harness/four-eyes.ts';
import { newAward, newCourse } from '../../../harness/program-council.ts';
import { expect, test } from '../../../harness/world.ts';

test('under four eyes, nobody can reject an award that they reported, but they may withdraw it', async ({
  sello,
}) => {
  const { owner, approver, council } = await openFourEyes(sello);
  const course = await newCourse(council);
  await approver.call('POST', `/courses/${course.id}/accredit`, {});
  const [a, b] = [
    await newAward(council, await council.enrol(), course.id),
    await newAward(council, await council.enrol(), course.id),
  ];
  const reject = { reason: 'x' };
  expect(outcomeOf(await owner.call('POST', `/awards/${a.id}/reject`, reject))).toEqual(REFUSED);
  expect(outcomeOf(await owner.call('POST', `/awards/${a.id}/withdraw`, {}))).toEqual([200, null]);
  expect(outcomeOf(await approver.call('POST', `/awards/${b.id}/reject`, reject))).toEqual([200, null]);
});
