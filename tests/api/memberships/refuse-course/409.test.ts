import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, newCourse } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('only a proposed course is refused: the states are named', async ({ sello, council }) => {
  const refuse = async (id: string) =>
    sello.call('POST', `${API}/courses/${id}/refuse`, { key: council.key, payload: { reason: 'x' } });
  const { id } = await newCourse(council);
  expect((await refuse(id)).status).toBe(200);
  expect(expectRefusal(await refuse(id), 409, 'invalid_transition')).toContain('`refused`');
  const accredited = await accreditedCourse(council);
  expect(expectRefusal(await refuse(accredited.id), 409, 'invalid_transition')).toContain('`accredited`');
});
