import {
  accreditedCourse,
  newAward,
  openProgramCouncil,
  type ProgramCouncil,
} from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

const CURP = 'HEGG560427MVZRRL04';

test('the first identifier in the row decides, and each of the five can find its member', async ({
  sello,
  council,
}) => {
  const course = await accreditedCourse(council);
  const fields = { member_number: 'N-1', professional_license: 'L-1', curp: CURP, email: 'Ana@Example.com' };
  const id = await council.enrol({ fields });
  const other = await council.enrol();
  const rows = [
    { member_id: other, member_number: 'N-1' },
    { member_number: 'N-1' },
    { member_number: '', professional_license: 'L-1', role: 'speaker' },
    { curp: CURP.toLowerCase() },
    { email: 'ana@example.com', member_id: null },
  ];
  const answer = await sello.call('POST', `${API}/courses/${course.id}/rosters`, {
    key: council.key,
    payload: { rows },
  });
  expect(answer.status, answer.text).toBe(201);
  const { roster } = answer.body;
  expect(roster).toMatchObject({
    id: expect.stringMatching(/^rst_/),
    object: 'roster',
    course_id: course.id,
    status: 'completed',
    summary: { rows: 5, created: 3, duplicate: 2, rejected: 0 },
  });
  expect(new URL(String(answer.headers.location)).pathname).toBe(`${API}/rosters/${roster.id}`);
  const { awards } = await council.ask('GET', `/awards?roster_id=${roster.id}`, 200);
  expect(
    awards.map((award: { member_id: string; role: string }) => `${award.member_id} ${award.role}`).sort(),
  ).toEqual([`${other} attendee`, `${id} attendee`, `${id} speaker`].sort());
  expect(awards[0]).toMatchObject({
    completed_on: '2026-03-05',
    hours: 20,
    status: 'pending',
    roster_id: roster.id,
  });
});

test('rows that cannot be awarded are reported with code and message; the others count', async ({
  council,
}) => {
  const requirements = { min_attendance_percent: 80 };
  const course = await accreditedCourse(council, { requirements, capacity: 2 });
  await council.enrol({ fields: { email: 'two@example.com' } });
  await council.enrol({ fields: { email: 'two@example.com' } });
  const fine = { attendance_percent: 80 };
  const before = await council.enrol();
  const { id: given } = await newAward(council, before, course.id, fine);
  const rows = [
    { member_id: before },
    { member_id: await council.enrol(), ...fine },
    { member_id: await council.enrol(), ...fine },
    { member_number: 'nobody', ...fine },
    { email: 'two@example.com', ...fine },
    { member_id: await council.enrol(), attendance_percent: 79 },
    { member_id: await council.enrol({ startsOn: null }), ...fine },
    { member_id: await council.enrol(), ...fine, completed_on: '2026-03-06' },
    { member_id: await council.enrol(), ...fine, points: 10.01 },
    { member_id: await council.enrol(), ...fine, points: [{ category: 'docencia', points: 1 }] },
    { member_id: await council.enrol(), ...fine, role: 'author' },
    { ...fine },
    'no row',
    {
      member_id: await council.enrol(),
      attendance_percent: '90,5',
      score: '1.234',
      completed_on: '5/3/2026',
    },
  ];
  const { roster } = await council.ask('POST', `/courses/${course.id}/rosters`, 201, { rows });
  expect(roster.summary).toEqual({ rows: 14, created: 1, duplicate: 1, rejected: 12 });
  expect(roster.problems.map(({ row, error }: { row: number; error: string }) => [row, error])).toEqual([
    [1, null],
    [3, 'course_full'],
    [4, 'member_not_found'],
    [5, 'member_ambiguous'],
    [6, 'requirements_not_met'],
    [7, 'no_membership'],
    [8, 'completed_on_out_of_range'],
    [9, 'points_exceed_course'],
    [10, 'points_exceed_course'],
    [11, 'validation_failed'],
    [12, 'validation_failed'],
    [13, 'validation_failed'],
    [14, 'validation_failed'],
  ]);
  expect(roster.problems[0]).toMatchObject({ status: 'duplicate', award_id: given });
  // Everything that is wrong with a row is reported at once.
  for (const field of ['attendance_percent', 'score', 'completed_on']) {
    expect(roster.problems.at(-1).message).toContain(`\`${field}\``);
  }
});

test('a table gives the same as JSON: semicolons, a decimal point, options in the address', async ({
  sello,
  council,
}) => {
  const course = await accreditedCourse(council, { requirements: { min_score: 6 } });
  const [ana, eva] = [await council.enrol(), await council.enrol()];
  const table = [
    'Member_ID;score;hours;points;external_id;nombre',
    `${ana};6.5;2;9.99;x-1;"Ana; Luna"`,
    `${eva};"6,5";;;;=cmd()`,
  ].join('\r\n');
  const answer = await sello.call('POST', `${API}/courses/${course.id}/rosters?approve=true`, {
    key: council.key,
    headers: { 'content-type': 'text/csv; charset=utf-8' },
    payload: table,
  });
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body.roster).toMatchObject({
    summary: { rows: 2, created: 1, duplicate: 0, rejected: 1 },
    encoding: 'utf-8',
    ignored_columns: ['nombre'],
    problems: [{ row: 2, error: 'validation_failed' }],
  });
  expect(answer.body.roster.problems[0].message).toContain('decimal point');
  const { awards } = await council.ask('GET', `/awards?member_id=${ana}`, 200);
  expect(awards).toMatchObject([
    {
      status: 'approved',
      score: 6.5,
      hours: 2,
      points: [{ points: 9.99 }],
      external_id: 'x-1',
      entry: { seq: 1 },
    },
  ]);
});

test('approve enters every award into the ledger, and the terms count it', async ({ council }) => {
  const course = await accreditedCourse(council);
  const members = [await council.enrol(), await council.enrol()];
  const rows = members.flatMap((member_id) => [{ member_id }, { member_id, role: 'speaker' }]);
  await council.ask('POST', `/courses/${course.id}/rosters`, 201, { rows, approve: true });
  for (const member_id of members) {
    const { entries } = await council.ask('GET', `/members/${member_id}/ledger`, 200);
    expect(entries).toHaveLength(2);
    const { memberships } = await council.ask('GET', `/memberships?member_id=${member_id}`, 200);
    expect(memberships[0].current_term.evaluation).toMatchObject({ counted: 25.5, missing_points: 34.5 });
  }
});

test('all_or_nothing: if one row is rejected, none is stored, and good rows say that they were not applied', async ({
  council,
}) => {
  const course = await accreditedCourse(council);
  const rows = [{ member_id: await council.enrol() }, { member_number: 'nobody' }];
  const path = `/courses/${course.id}/rosters`;
  const { roster } = await council.ask('POST', path, 201, { rows, all_or_nothing: true, approve: true });
  expect(roster).toMatchObject({
    status: 'applied_nothing',
    summary: { rows: 2, created: 0, duplicate: 0, rejected: 1 },
    problems: [{ row: 2, error: 'member_not_found' }],
  });
  expect((await council.ask('GET', `/awards?course_id=${course.id}`, 200)).awards).toEqual([]);
  const { rows: kept } = await council.ask('GET', `/rosters/${roster.id}/rows`, 200);
  expect(kept.map(({ status }: { status: string }) => status)).toEqual(['not_applied', 'rejected']);
  const mended = await council.ask('POST', path, 201, { rows: rows.slice(0, 1), all_or_nothing: true });
  expect(mended.roster).toMatchObject({ status: 'completed', summary: { created: 1 } });
});

test('a number of points applies to each program; for a role with two lines the row must say which', async ({
  sello,
}) => {
  const account = await sello.newAccount();
  const [first, second] = [
    await openProgramCouncil(sello, account.key),
    await openProgramCouncil(sello, account.key),
  ];
  const line = (program: ProgramCouncil, category: string) => ({
    program_id: program.programId,
    category,
    points: 8,
  });
  const both = await accreditedCourse(first, { points: [line(first, 'emc'), line(second, 'emc')] });
  const member_id = await first.enrol();
  await first.ask('POST', `/courses/${both.id}/rosters`, 201, { rows: [{ member_id, points: 3 }] });
  const { awards } = await first.ask('GET', `/awards?course_id=${both.id}`, 200);
  expect(awards[0].points.map(({ points }: { points: number }) => points)).toEqual([3, 3]);
  const split = await accreditedCourse(first, { points: [line(first, 'emc'), line(first, 'docencia')] });
  const { roster } = await first.ask('POST', `/courses/${split.id}/rosters`, 201, {
    rows: [{ member_id, points: 3 }],
  });
  expect(roster.problems).toMatchObject([{ error: 'validation_failed' }]);
});

test('messages are in the language of the reader, whoever posted', async ({ sello, council }) => {
  const course = await accreditedCourse(council);
  const payload = { rows: [{ member_number: 'nobody' }] };
  const { body } = await sello.call('POST', `${API}/courses/${course.id}/rosters`, {
    key: council.key,
    payload,
    headers: { 'accept-language': 'es' },
  });
  expect(body.roster.problems[0].message).toContain('ningún miembro');
  const english = await council.ask('GET', `/rosters/${body.roster.id}`, 200);
  expect(english.roster.problems[0].message).toContain('No member');
});

test('a retry with the same Idempotency-Key gets the first answer', async ({ sello, council }) => {
  const course = await accreditedCourse(council);
  const call = {
    key: council.key,
    headers: { 'idempotency-key': 'roster-1' },
    payload: { rows: [{ member_id: await council.enrol() }] },
  };
  const first = await sello.call('POST', `${API}/courses/${course.id}/rosters`, call);
  const again = await sello.call('POST', `${API}/courses/${course.id}/rosters`, call);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
});

test('a roster whose rows are all rejected says that nothing was applied', async ({ council }) => {
  const { id: program_id } = await council.program();
  const points = [{ program_id, category: 'emc', points: 1 }];
  const { course } = await council.must('POST', '/courses', { title: 'x', starts_on: '2026-01-01', points });
  await council.must('POST', `/courses/${course.id}/accredit`, {});
  const { roster } = await council.must('POST', `/courses/${course.id}/rosters`, {
    rows: [{ member_number: 'nobody' }, {}],
  });
  expect(roster).toMatchObject({ status: 'applied_nothing', summary: { rows: 2, rejected: 2 } });
});
