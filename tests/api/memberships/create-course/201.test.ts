import { COURSE } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('a course is proposed with all fields or only defaults, and can be read at its address', async ({
  sello,
  council,
}) => {
  const payload = {
    ...COURSE,
    code: 'CN-26',
    description: 'Dos\nlíneas',
    provider: { name: 'Sociedad', contact: 'a@example.com' },
    modality: 'hybrid',
    place: 'León',
    requirements: { min_attendance_percent: 80, min_score: 6.5 },
    claim_until: '2026-12-31',
    capacity: 300,
    external_id: 'c-1',
    metadata: { a: 'b' },
  };
  const made = await sello.call('POST', `${API}/courses`, { key: council.key, payload });
  expect(made.status, made.text).toBe(201);
  expect(made.body.course).toMatchObject({
    ...payload,
    id: expect.stringMatching(/^crs_[0-9A-Za-z]{22}$/),
    object: 'course',
    livemode: true,
    points: [
      { program_id: council.programId, role: 'attendee', category: 'emc', points: 10 },
      { program_id: council.programId, role: 'speaker', category: 'docencia', points: 15.5 },
    ],
    roles: ['attendee', 'speaker'],
    accreditation: null,
    status: 'proposed',
  });
  const { pathname } = new URL(String(made.headers.location));
  expect((await sello.call('GET', pathname, { key: council.key })).body).toEqual(made.body);
});

test('a course of one day ends on that day; a self-paced one has no end', async ({ council }) => {
  const day = { title: 'Curso', starts_on: '2026-02-03' };
  expect((await council.ask('POST', '/courses', 201, day)).course).toMatchObject({
    ends_on: '2026-02-03',
    modality: 'in_person',
    points: [],
    hours: null,
    capacity: null,
    provider: null,
    requirements: { min_attendance_percent: null, min_score: null },
  });
  const paced = await council.ask('POST', '/courses', 201, { ...day, modality: 'self_paced' });
  expect(paced.course.ends_on).toBeNull();
});
