import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { COURSE, newCourse } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('a taken external_id is refused with the course that has it, and is free again once that course is refused or cancelled', async ({
  sello,
  council,
}) => {
  const first = await newCourse(council, { external_id: 'x' });
  const payload = { ...COURSE, external_id: 'x' };
  const answer = await sello.call('POST', `${API}/courses`, { key: council.key, payload });
  expect(expectRefusal(answer, 409, 'external_id_taken')).toContain(first.id);
  await council.ask('POST', `/courses/${first.id}/cancel`, 200, {});
  const second = await newCourse(council, { external_id: 'x' });
  await council.ask('POST', `/courses/${second.id}/refuse`, 200, { reason: 'no' });
  await newCourse(council, { external_id: 'x' });
});
