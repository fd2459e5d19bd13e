import { openDeskWorld } from '../../../harness/desk.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openDeskWorld);

test('a roster in Spanish becomes reports that the council decides, and each row says what became of it', async ({
  world,
}) => {
  const { council } = world;
  const desk = await world.openDesk();
  const course = await world.courseOf(desk.id, {
    requirements: { min_attendance_percent: 80 },
  });
  const [a, b] = [
    await council.enrol({ fields: { professional_license: '1234567' } }),
    await council.enrol({ fields: { professional_license: '7654321' } }),
  ];
  const table = 'Cédula;Asistencia;Fecha\n1234567;95;05/03/2026\n7654321;90;\n1111111;100;\n7654321;10;\n';
  const sent = await desk.call('POST', `/courses/${course.id}/rosters`, Buffer.from(table), {
    'content-type': 'text/csv',
  });
  expect(sent.status, sent.text).toBe(201);
  const { roster } = sent.body;
  expect(roster).toEqual({
    id: expect.stringMatching(/^rst_/),
    course_id: course.id,
    course_title: 'Taller',
    rows: 4,
    states: { waiting: 3, approved: 0, rejected: 0, revoked: 0, withdrawn: 0, refused: 1 },
    posted_at: expect.any(String),
  });
  const { awards } = await council.ask('GET', `/awards?roster_id=${roster.id}`, 200);
  expect(awards.map(({ status }: { status: string }) => status)).toEqual(['pending', 'pending']);
  const of = (member: string) =>
    awards.find(({ member_id }: { member_id: string }) => member_id === member).id;
  await council.ask('POST', `/awards/${of(a)}/approve`, 200, {});
  await council.ask('POST', `/awards/${of(b)}/reject`, 200, { reason: 'No firmó la salida.' });
  const { rows, pagination } = await desk.ask('GET', `/rosters/${roster.id}/rows`, 200);
  expect(rows).toEqual([
    {
      row: 1,
      state: 'approved',
      error: null,
      message: null,
      values: { professional_license: '1234567', attendance_percent: '95', completed_on: '2026-03-05' },
    },
    {
      row: 2,
      state: 'rejected',
      error: null,
      message: 'No firmó la salida.',
      values: { professional_license: '7654321', attendance_percent: '90' },
    },
    {
      row: 3,
      state: 'refused',
      error: 'member_not_found',
      message: expect.stringContaining('could not match this row'),
      values: { professional_license: '1111111', attendance_percent: '100' },
    },
    // The same person again: the answer has the state of the existing award, and its reason only once.
    { row: 4, state: 'rejected', error: null, message: 'No firmó la salida.', values: expect.any(Object) },
  ]);
  expect(pagination.total).toBe(4);
  const listed = (await desk.ask('GET', '/rosters', 200)).rosters;
  expect(listed).toEqual([
    { ...roster, states: { waiting: 0, approved: 1, rejected: 2, revoked: 0, withdrawn: 0, refused: 1 } },
  ]);
  expect(await desk.ask('GET', `/rosters/${roster.id}`, 200)).toEqual({ roster: listed[0] });
  const only = await desk.ask('GET', `/rosters/${roster.id}/rows?state=refused`, 200);
  expect(only.rows.map(({ row }: { row: number }) => row)).toEqual([3]);
  const csv = await desk.call('GET', `/rosters/${roster.id}/table?format=csv`, undefined, {
    'accept-language': 'es',
  });
  expect(csv.status).toBe(200);
  expect(csv.text.split('\r\n')[1]).toBe('1234567,95,2026-03-05,Aprobada,');
  expect(csv.text).toContain('Cédula,Asistencia,Fecha,Estado,Motivo');
});

test('the council sees the roster with its organiser, and its record', async ({ world }) => {
  const { council, sello } = world;
  const desk = await world.openDesk({ roster_days: 1 });
  const course = await world.courseOf(desk.id);
  const id = await council.enrol({ fields: { member_number: 'A-77' } });
  const rows = [{ member_number: 'A-77' }, { member_number: 'nobody' }];
  const { roster } = await desk.ask('POST', `/courses/${course.id}/rosters`, 201, { rows });
  const { rosters } = await council.ask('GET', `/rosters?organizer_id=${desk.id}`, 200);
  expect(rosters).toMatchObject([
    { id: roster.id, organizer_id: desk.id, summary: { rows: 2, created: 1, rejected: 1 } },
  ]);
  expect((await council.ask('GET', '/rosters?organizer_id=x', 200)).rosters).toEqual([]);
  const { awards } = await council.ask('GET', `/awards?member_id=${id}`, 200);
  expect(awards).toMatchObject([{ status: 'pending', roster_id: roster.id }]);
  const { record } = await council.ask('GET', `/organizers/${desk.id}/record`, 200);
  const day = council.today();
  expect(record).toMatchObject({
    rosters: { posted: 1, late: 1 },
    rows: { posted: 2, accepted: 1, refused: 1 },
    awards: { pending: 1, approved: 0 },
    late_rosters: [{ roster_id: roster.id, course_id: course.id, due_on: '2026-03-06', posted_on: day }],
    missing_rosters: [],
  });
  const { events } = await council.ask('GET', '/audit?action=roster.create', 200);
  expect(events[0]).toMatchObject({
    actor: { type: 'organizer', id: desk.id },
    details: { organizer_id: desk.id, rows: 2 },
  });
  // Posting the roster again changes nothing and gives the same answer.
  sello.advance(1000);
  const again = (await desk.ask('POST', `/courses/${course.id}/rosters`, 201, { rows })).roster;
  expect(again.states).toEqual(roster.states);
  expect((await council.ask('GET', `/awards?member_id=${id}`, 200)).awards).toEqual(awards);
});

test('a preview reads the table and looks nobody up', async ({ world }) => {
  const { council, sello } = world;
  const desk = await world.openDesk();
  const course = await world.courseOf(desk.id);
  await council.enrol({ fields: { member_number: 'A-88' } });
  const before = await sello.database.query('select count(*) as n from postings');
  const table = Buffer.from('Número de socio,Asistencia\nA-88,95\nnobody,101\n');
  const { status, body } = await desk.call('POST', `/courses/${course.id}/rosters/preview`, table, {
    'content-type': 'text/csv',
  });
  expect(status).toBe(200);
  expect(body.named).toMatchObject([{ field: 'member_number' }, { field: 'attendance_percent' }]);
  expect(body.fields.map(({ field }: { field: string }) => field)).not.toContain('member_id');
  expect(body.rows).toEqual([
    { row: 1, problem: null, values: { member_number: 'A-88', attendance_percent: '95' } },
    {
      row: 2,
      problem: expect.stringContaining('attendance_percent'),
      values: { member_number: 'nobody', attendance_percent: '101' },
    },
  ]);
  expect(await sello.database.query('select count(*) as n from postings')).toEqual(before);
});

test('courses that take no roster say so in words for an organiser', async ({ world }) => {
  const { council } = world;
  const desk = await world.openDesk();
  const rows = [{ member_number: 'x' }];
  const points = [{ category: 'emc', points: 10 }];
  const own = { title: 'T', starts_on: '2026-03-01', points };
  const proposed = (await desk.ask('POST', '/courses', 201, own)).course;
  const closed = await world.courseOf(desk.id, { claim_until: '2026-03-06' });
  for (const path of ['rosters', 'rosters/preview']) {
    const refusal = await desk.call('POST', `/courses/${proposed.id}/${path}`, { rows });
    expect(expectRefusal(refusal, 409, 'course_not_accredited')).toContain('Ask the council');
    const late = await desk.call('POST', `/courses/${closed.id}/${path}`, { rows });
    expect(expectRefusal(late, 422, 'claim_closed')).toContain('Ask the council');
  }
  expectRefusal(
    await desk.call('POST', `/courses/${closed.id}/rosters`, { rows: [] }),
    422,
    'validation_failed',
  );
  const open = await world.courseOf(desk.id);
  await council.ask('POST', `/courses/${open.id}/close`, 200, {});
  expectRefusal(
    await desk.call('POST', `/courses/${open.id}/rosters`, { rows }),
    409,
    'course_not_accredited',
  );
});

test('ten thousand rows in a day, of all rosters together, and no more', async ({ world }) => {
  const [desk, other] = [await world.openDesk(), await world.openDesk()];
  const course = await world.courseOf(desk.id);
  const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ member_number: `no-${i}` }));
  const post = (count: number) =>
    desk.call('POST', `/courses/${course.id}/rosters`, { rows: rows(count) }).then(({ status }) => status);
  expect(await post(9_000)).toBe(201);
  expect([await post(1_001), await post(1_000), await post(1)]).toEqual([429, 201, 429]);
  const theirs = await world.courseOf(other.id);
  await other.ask('POST', `/courses/${theirs.id}/rosters`, 201, { rows: rows(1) });
  world.sello.advance(24 * 3_600_000);
  const again = await world.enter(desk.email);
  await again.ask('POST', `/courses/${course.id}/rosters`, 201, { rows: rows(1) });
});

test('a table of more than ten thousand rows is refused, as a preview too', async ({ world }) => {
  const desk = await world.openDesk();
  const course = await world.courseOf(desk.id);
  const table = Buffer.from(`member_number\n${'x\n'.repeat(10_001)}`);
  for (const path of ['rosters', 'rosters/preview']) {
    const csv = { 'content-type': 'text/csv' };
    const answer = await desk.call('POST', `/courses/${course.id}/${path}`, table, csv);
    expectRefusal(answer, 413, 'roster_too_large');
  }
});

test('an empty workbook has the columns of an organiser', async ({ world }) => {
  const desk = await world.openDesk();
  const file = await desk.call('GET', '/roster-template?language=es');
  expect(file.status).toBe(200);
  expect(file.headers['content-type']).toContain('spreadsheetml');
  const sent = await desk.call('POST', '/courses/crs_0000000000000000000000/rosters', { rows: [{}] });
  expectRefusal(sent, 404, 'not_found');
});
