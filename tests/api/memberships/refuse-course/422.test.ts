import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { newCourse } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('a refusal needs its reason', async ({ sello, council }) => {
  const { id } = await newCourse(council);
  for (const payload of [{}, { reason: '' }, { reason: ' ' }]) {
    const answer = await sello.call('POST', `${API}/courses/${id}/refuse`, { key: council.key, payload });
    expect(expectRefusal(answer, 422, 'validation_failed')).toContain('reason');
  }
});
