import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, newAward } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { programTest as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'patch',
  ({ sello, council }) =>
    (id: string, payload: object) =>
      sello.call('PATCH', `${API}/awards/${id}`, { key: council.key, payload }),
);

test('approved content never changes', async ({ council, patch }) => {
  const course = await accreditedCourse(council);
  const { id } = await newAward(council, await council.enrol(), course.id);
  await council.ask('POST', `/awards/${id}/approve`, 200);
  for (const change of [
    { completed_on: '2026-03-02' },
    { score: 1 },
    { points: [{ category: 'emc', points: 1 }] },
  ]) {
    const message = expectRefusal(await patch(id, change), 409, 'invalid_transition');
    expect(message).toContain('`approved`');
    expect(message).toContain('`pending`');
  }
});

test('a role that the member has an award for, and an external_id of another award, are refused', async ({
  council,
  patch,
}) => {
  const course = await accreditedCourse(council);
  const memberId = await council.enrol();
  const speaker = await newAward(council, memberId, course.id, { role: 'speaker', external_id: 's' });
  const { id } = await newAward(council, memberId, course.id);
  expect(expectRefusal(await patch(id, { role: 'speaker' }), 409, 'already_awarded')).toContain(speaker.id);
  expect(expectRefusal(await patch(id, { external_id: 's' }), 409, 'external_id_taken')).toContain(
    speaker.id,
  );
});
