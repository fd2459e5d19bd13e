import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, newCourse } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test.for([
  [{ points: [{ category: 'emc', points: 99 }] }, 'points'],
  [{ starts_on: '2026-02-01' }, 'starts_on'],
  [{ ends_on: '2026-03-06' }, 'ends_on'],
  [{ hours: 21 }, 'hours'],
  [{ requirements: { min_score: 5 } }, 'requirements'],
  [{ modality: 'online' }, 'modality'],
  [{ provider: { name: 'Otra' } }, 'provider.name'],
] as const)('accrediting has fixed %o', async ([payload, field], { sello, council }) => {
  const course = await accreditedCourse(council);
  const answer = await sello.call('PATCH', `${API}/courses/${course.id}`, { key: council.key, payload });
  const message = expectRefusal(answer, 409, 'invalid_transition');
  expect(message).toContain(`\`${field}\``);
  expect(message).toContain('`accredited`');
  expect((await council.ask('GET', `/courses/${course.id}`, 200)).course).toEqual(course);
});

test('a refused course cannot be changed', async ({ sello, council }) => {
  const course = await newCourse(council);
  await council.ask('POST', `/courses/${course.id}/refuse`, 200, { reason: 'no' });
  const payload = { title: 'x' };
  const answer = await sello.call('PATCH', `${API}/courses/${course.id}`, { key: council.key, payload });
  expectRefusal(answer, 409, 'invalid_transition');
  await council.ask('PATCH', `/courses/${course.id}`, 200, { metadata: { seen: 'yes' } });
});

test('an external_id of another course is refused', async ({ sello, council }) => {
  const first = await newCourse(council, { external_id: 'mine' });
  const { id } = await newCourse(council);
  const payload = { external_id: 'mine' };
  const answer = await sello.call('PATCH', `${API}/courses/${id}`, { key: council.key, payload });
  expect(expectRefusal(answer, 409, 'external_id_taken')).toContain(first.id);
});
