import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, newCourse, PROGRAM_RULES } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { programTest as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'accredit',
  ({ sello, council }) =>
    (id: string, payload: object = {}) =>
      sello.call('POST', `${API}/courses/${id}/accredit`, { key: council.key, payload }),
);

test('accrediting twice, or after a refusal, is refused with both statuses', async ({
  council,
  accredit,
}) => {
  const { id } = await accreditedCourse(council);
  const message = expectRefusal(await accredit(id), 409, 'invalid_transition');
  expect(message).toContain('`accredited`');
  const other = await newCourse(council);
  await council.ask('POST', `/courses/${other.id}/refuse`, 200, { reason: 'no' });
  const refused = expectRefusal(await accredit(other.id), 409, 'invalid_transition');
  expect(refused).toContain('`refused`');
  expect(refused).toContain('`accredited`');
});

test('a folio that another course has is refused, and the course stays proposed', async ({
  council,
  accredit,
}) => {
  const first = await accreditedCourse(council);
  const { id } = await newCourse(council);
  const answer = await accredit(id, { folio: first.accreditation.folio });
  expect(expectRefusal(answer, 409, 'folio_taken')).toContain(first.id);
  expect((await council.ask('GET', `/courses/${id}`, 200)).course.status).toBe('proposed');
});

test('a course with points in a draft program cannot be accredited', async ({ council, accredit }) => {
  const { program } = await council.ask('POST', '/programs', 201, { name: 'Borrador', rules: PROGRAM_RULES });
  const points = [{ program_id: program.id, category: 'emc', points: 1 }];
  const { id } = await newCourse(council, { points });
  expect(expectRefusal(await accredit(id), 409, 'program_not_active')).toContain(program.id);
});
