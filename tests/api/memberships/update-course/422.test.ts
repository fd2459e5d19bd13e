import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { newCourse } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('points in a category that the program has not are refused by the name of the field', async ({
  sello,
  council,
}) => {
  const { id } = await newCourse(council);
  const payload = { points: [{ program_id: council.programId, category: 'none', points: 1 }] };
  const answer = await sello.call('PATCH', `${API}/courses/${id}`, { key: council.key, payload });
  expect(expectRefusal(answer, 422, 'unknown_category')).toContain('`points[0].category`');
});
