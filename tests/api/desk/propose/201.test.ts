import { openDeskWorld } from '../../../harness/desk.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openDeskWorld);

const PROPOSAL = {
  title: 'Taller de ecografía',
  starts_on: '2026-05-01',
  ends_on: '2026-05-03',
  hours: 12,
  points: [{ category: 'emc', points: 8 }],
};

test('an organiser proposes, corrects and withdraws; the council is told and accredits in one call', async ({
  world,
}) => {
  const { council } = world;
  const desk = await world.openDesk({ name: 'Sociedad de Ejemplo' });
  const { programs } = await desk.ask('GET', '/programs', 200);
  expect(programs).toEqual([
    {
      id: council.programId,
      name: 'Consejo',
      categories: [
        { code: 'emc', name: 'Educación continua' },
        { code: 'docencia', name: 'Docencia' },
        { code: 'libros', name: 'Libros' },
      ],
    },
  ]);
  const { course } = await desk.ask('POST', '/courses', 201, PROPOSAL);
  expect(course).toEqual({
    id: expect.stringMatching(/^crs_/),
    code: null,
    title: PROPOSAL.title,
    description: null,
    modality: 'in_person',
    place: null,
    starts_on: '2026-05-01',
    ends_on: '2026-05-03',
    hours: 12,
    points: [{ program_id: council.programId, role: 'attendee', category: 'emc', points: 8 }],
    requirements: { min_attendance_percent: null, min_score: null },
    claim_until: null,
    status: 'proposed',
    folio: null,
    valid_until: null,
    decided_on: null,
    reason: null,
    roster_due_on: '2026-05-18',
    created_at: expect.any(String),
  });
  const whole = (await council.ask('GET', `/courses/${course.id}`, 200)).course;
  expect(whole).toMatchObject({
    organizer_id: desk.id,
    provider: { name: 'Sociedad de Ejemplo', contact: null },
    status: 'proposed',
  });
  const { events } = await council.ask('GET', '/events?type=course.proposed', 200);
  expect(events[0].data).toMatchObject({ id: course.id, status: 'proposed', organizer_id: desk.id });
  const changed = await desk.ask('PATCH', `/courses/${course.id}`, 200, { hours: 14 });
  expect(changed.course.hours).toBe(14);
  const done = await council.ask('POST', `/courses/${course.id}/accredit`, 200, {});
  const seen = (await desk.ask('GET', `/courses/${course.id}`, 200)).course;
  expect(seen).toMatchObject({
    status: 'accredited',
    folio: done.course.accreditation.folio,
    decided_on: done.course.accreditation.accredited_on,
  });
  const second = (await desk.ask('POST', '/courses', 201, PROPOSAL)).course;
  expect((await desk.ask('POST', `/courses/${second.id}/withdraw`, 200)).course.status).toBe('cancelled');
  const third = (await desk.ask('POST', '/courses', 201, PROPOSAL)).course;
  await council.ask('POST', `/courses/${third.id}/refuse`, 200, { reason: 'Falta el temario.' });
  expect((await desk.ask('GET', `/courses/${third.id}`, 200)).course).toMatchObject({
    status: 'refused',
    reason: 'Falta el temario.',
  });
  const { courses } = await desk.ask('GET', '/courses?status=refused', 200);
  expect(courses.map(({ id }: { id: string }) => id)).toEqual([third.id]);
});

test('what the council decided is changed by the council alone', async ({ world }) => {
  const desk = await world.openDesk();
  const course = await world.courseOf(desk.id);
  expectRefusal(
    await desk.call('PATCH', `/courses/${course.id}`, { title: 'Otro' }),
    409,
    'invalid_transition',
  );
  expectRefusal(await desk.call('POST', `/courses/${course.id}/withdraw`), 409, 'invalid_transition');
});

test('fields of the council are not taken from an organiser', async ({ world }) => {
  const desk = await world.openDesk();
  const other = await world.organizer();
  const { course } = await desk.ask('POST', '/courses', 201, {
    ...PROPOSAL,
    organizer_id: other.id,
    provider: { name: 'Otra sociedad' },
    external_id: 'mio',
    metadata: { a: 'b' },
    capacity: 3,
    claim_until: '2026-06-01',
  });
  expect((await world.council.ask('GET', `/courses/${course.id}`, 200)).course).toMatchObject({
    organizer_id: desk.id,
    provider: { name: 'Hospital de Ejemplo' },
    external_id: null,
    metadata: {},
    capacity: null,
    claim_until: null,
  });
  const foreign = { title: 'Suyo', organizer_id: other.id, provider: null, external_id: 'mio' };
  await desk.ask('PATCH', `/courses/${course.id}`, 200, foreign);
  expect((await world.council.ask('GET', `/courses/${course.id}`, 200)).course).toMatchObject({
    title: 'Suyo',
    organizer_id: desk.id,
    provider: { name: 'Hospital de Ejemplo' },
    external_id: null,
  });
  expectRefusal(await desk.call('POST', '/courses', { ...PROPOSAL, title: ' ' }), 422, 'validation_failed');
  const points = [{ category: 'nothing', points: 8 }];
  expectRefusal(await desk.call('POST', '/courses', { ...PROPOSAL, points }), 422, 'unknown_category');
  expectRefusal(await desk.call('PATCH', `/courses/${course.id}`, { points }), 422, 'unknown_category');
});

test('fifty proposals in a day, and no more', async ({ world }) => {
  const desk = await world.openDesk();
  for (let i = 0; i < 50; i += 1) await desk.ask('POST', '/courses', 201, PROPOSAL);
  const refused = await desk.call('POST', '/courses', PROPOSAL);
  expectRefusal(refused, 429, 'rate_limit_exceeded');
  expect(refused.headers['retry-after']).toBe('3600');
  const other = await world.openDesk();
  await other.ask('POST', '/courses', 201, PROPOSAL);
});
