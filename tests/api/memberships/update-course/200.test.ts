import { accreditedCourse, newCourse } from '../../../harness/program-council.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('every field of a proposed course can change, and only named fields do', async ({ council }) => {
  const course = await newCourse(council, { metadata: { a: '1', b: '2' }, place: 'León', hours: 3 });
  const change = {
    title: 'Otro',
    starts_on: '2026-03-02',
    hours: null,
    points: [{ category: 'libros', points: 2 }],
    provider: { name: 'Editorial' },
    metadata: { a: null, c: '3' },
    capacity: 5,
  };
  const { course: changed } = await council.ask('PATCH', `/courses/${course.id}`, 200, change);
  expect(changed).toEqual({
    ...course,
    title: 'Otro',
    starts_on: '2026-03-02',
    hours: null,
    points: [{ program_id: council.programId, role: 'attendee', category: 'libros', points: 2 }],
    roles: ['attendee'],
    provider: { name: 'Editorial', contact: null },
    metadata: { b: '2', c: '3' },
    capacity: 5,
    updated_at: expect.any(String),
  });
});

test('after accrediting, fields that it did not fix can change, and fixed ones may be repeated', async ({
  council,
}) => {
  const course = await accreditedCourse(council);
  const change = {
    title: 'Con otro título',
    description: 'x',
    place: 'Aula 2',
    provider: { contact: '55 1234 5678' },
    claim_until: '2027-01-01',
    capacity: 10,
    external_id: 'later',
    metadata: { k: 'v' },
    hours: 20,
  };
  const { course: changed } = await council.ask('PATCH', `/courses/${course.id}`, 200, change);
  expect(changed).toMatchObject({ ...change, provider: { name: null, contact: '55 1234 5678' } });
  const freed = await council.ask('PATCH', `/courses/${course.id}`, 200, {
    capacity: null,
    claim_until: null,
  });
  expect(freed.course).toMatchObject({ capacity: null, claim_until: null });
});

test('the audit log has both values of a change', async ({ sello, council }) => {
  const course = await newCourse(council);
  await council.ask('PATCH', `/courses/${course.id}`, 200, { title: 'Nuevo' });
  const [row] = await sello.database.query(
    "select details from audit_events where target = $1 and action = 'course.change'",
    [course.id],
  );
  const details = typeof row?.details === 'string' ? JSON.parse(row.details) : row?.details;
  expect(details.changes).toEqual({ title: { from: 'Congreso Nacional', to: 'Nuevo' } });
});
