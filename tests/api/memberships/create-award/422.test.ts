import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { programTest as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'post',
  ({ sello, council }) =>
    (payload: object, headers = {}) =>
      sello.call('POST', `${API}/awards`, { key: council.key, payload, headers }),
);

const ofCourse: [name: string, course: object, award: object, error: string, message: string][] = [
  ['before the course', {}, { completed_on: '2026-02-28' }, 'completed_on_out_of_range', '2026-03-01'],
  ['after the course', {}, { completed_on: '2026-03-06' }, 'completed_on_out_of_range', '2026-03-05'],
  [
    'after today',
    { starts_on: '2026-01-01', ends_on: '2099-01-01' },
    {},
    'completed_on_out_of_range',
    'today',
  ],
  [
    'before a self-paced course',
    { modality: 'self_paced', ends_on: null },
    { completed_on: '2026-02-28' },
    'completed_on_out_of_range',
    '2026-03-01',
  ],
  [
    'no day for a self-paced course',
    { modality: 'self_paced', ends_on: null },
    {},
    'validation_failed',
    'completed_on',
  ],
  ['a time part', {}, { completed_on: '2026-03-01T00:00' }, 'validation_failed', 'completed_on'],
  ['after claim_until', { claim_until: '2026-04-01' }, {}, 'claim_closed', '2026-04-01'],
  ['no attendance', { requirements: { min_attendance_percent: 80 } }, {}, 'requirements_not_met', 'missing'],
  [
    'too little attendance',
    { requirements: { min_attendance_percent: 80 } },
    { attendance_percent: 79.99 },
    'requirements_not_met',
    '79.99',
  ],
  ['too low a score', { requirements: { min_score: 6 } }, { score: 5.99 }, 'requirements_not_met', '`score`'],
  ['a role without points', {}, { role: 'author' }, 'validation_failed', 'attendee, speaker'],
  ['more points', {}, { points: [{ category: 'emc', points: 10.01 }] }, 'points_exceed_course', '10.01'],
  ['points elsewhere', {}, { points: [{ category: 'docencia', points: 1 }] }, 'points_exceed_course', 'emc'],
  [
    'a line twice',
    {},
    {
      points: [
        { category: 'emc', points: 5 },
        { category: 'emc', points: 5 },
      ],
    },
    'validation_failed',
    '`points[1]`',
  ],
  [
    'three decimals',
    {},
    { points: [{ category: 'emc', points: 1.234 }] },
    'validation_failed',
    '`points[0].points`',
  ],
  ['no lines', {}, { points: [] }, 'validation_failed', 'points'],
  ['a script', {}, { evidence: [{ url: 'javascript:alert(1)' }] }, 'validation_failed', '`evidence[0].url`'],
  ['two in one', {}, { evidence: [{ url: 'https://a.b', note: 'x' }] }, 'validation_failed', '`evidence[0]`'],
];

test.for(ofCourse)('%s is refused', async ([, courseFields, fields, error, message], { council, post }) => {
  const course = await accreditedCourse(council, courseFields);
  const answer = await post({ member_id: await council.enrol(), course_id: course.id, ...fields });
  expect(expectRefusal(answer, 422, error)).toContain(message);
});

test('a day after valid_until is out of range', async ({ council, post }) => {
  const { id } = (
    await council.ask('POST', '/courses', 201, {
      title: 'x',
      modality: 'self_paced',
      starts_on: '2026-01-01',
      points: [{ category: 'emc', points: 1 }],
    })
  ).course;
  await council.ask('POST', `/courses/${id}/accredit`, 200, { valid_until: '2026-06-30' });
  const member_id = await council.enrol();
  const late = await post({ member_id, course_id: id, completed_on: '2026-07-01' });
  expect(expectRefusal(late, 422, 'completed_on_out_of_range')).toContain('2026-06-30');
  expect((await post({ member_id, course_id: id, completed_on: '2026-06-30' })).status).toBe(201);
});

test('today is the day in the account’s time zone', async ({ sello }) => {
  const account = await sello.newAccount();
  const own = await openProgramCouncil(sello, account.key);
  await sello.database.query("update accounts set time_zone = 'Pacific/Kiritimati' where id = $1", [
    account.account.id,
  ]);
  const [row] = await sello.database.query(
    "select ((now() at time zone 'Pacific/Kiritimati')::date)::text as today, ((now() at time zone 'Pacific/Kiritimati')::date + 1)::text as tomorrow",
  );
  const activity = { title: 'x' };
  const points = [{ category: 'emc', points: 1 }];
  const member_id = await own.enrol();
  await own.ask('POST', '/awards', 201, { member_id, activity, points, completed_on: row?.today });
  const answer = await sello.call('POST', `${API}/awards`, {
    key: own.key,
    payload: { member_id, activity, points, completed_on: row?.tomorrow },
  });
  expectRefusal(answer, 422, 'completed_on_out_of_range');
});

test('no_membership: the member is in no program of the lines, or only in one where the membership had ended', async ({
  council,
  post,
}) => {
  const course = await accreditedCourse(council);
  const nobody = await council.enrol({ startsOn: null });
  expect(
    expectRefusal(await post({ member_id: nobody, course_id: course.id }), 422, 'no_membership'),
  ).toContain(council.programId);
  const former = await council.enrol();
  const { memberships } = await council.ask('GET', `/memberships?member_id=${former}`, 200);
  await council.ask('POST', `/memberships/${memberships[0].id}/end`, 200, { reason: 'x', on: '2026-03-04' });
  expectRefusal(await post({ member_id: former, course_id: course.id }), 422, 'no_membership');
});

test('an activity needs a day, a title and points of a category without subcategories; a course and an activity cannot both be given', async ({
  council,
  post,
}) => {
  const member_id = await council.enrol();
  const course = await accreditedCourse(council);
  const activity = { title: 'x' };
  const points = [{ category: 'emc', points: 1 }];
  const completed_on = '2026-01-01';
  for (const [payload, error, message] of [
    [{ activity, completed_on }, 'validation_failed', '`points`'],
    [{ activity, points }, 'validation_failed', '`completed_on`'],
    [{ activity: { title: ' ' }, points, completed_on }, 'validation_failed', 'activity.title'],
    [{ activity, points: [{ category: 'otros', points: 1 }], completed_on }, 'unknown_category', 'libros'],
    [{ activity, course_id: course.id, points, completed_on }, 'validation_failed', '`activity`'],
    [{ completed_on, points }, 'validation_failed', '`course_id`'],
    [{ activity, points: [...points, ...points], completed_on }, 'validation_failed', '`points[1]`'],
  ] as const) {
    const answer = await post({ member_id, ...payload });
    expect(expectRefusal(answer, 422, error)).toContain(message);
  }
});

test('refusals are in Spanish for callers who prefer it', async ({ council, post }) => {
  const course = await accreditedCourse(council, { claim_until: '2026-04-01' });
  const answer = await post(
    { member_id: await council.enrol(), course_id: course.id },
    { 'accept-language': 'es' },
  );
  expect(expectRefusal(answer, 422, 'claim_closed')).toContain('podían registrarse hasta el 2026-04-01');
});
