import { accreditedCourse, newAward, openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('an award for a course takes its last day, its hours and all lines of the role', async ({
  sello,
  council,
}) => {
  const course = await accreditedCourse(council);
  const memberId = await council.enrol();
  const payload = { member_id: memberId, course_id: course.id, external_id: 'a-1', metadata: { k: 'v' } };
  const made = await sello.call('POST', `${API}/awards`, { key: council.key, payload });
  expect(made.status, made.text).toBe(201);
  expect(made.body.award).toMatchObject({
    id: expect.stringMatching(/^awd_[0-9A-Za-z]{22}$/),
    object: 'award',
    livemode: true,
    member_id: memberId,
    course_id: course.id,
    activity: null,
    role: 'attendee',
    completed_on: '2026-03-05',
    hours: 20,
    points: [{ program_id: council.programId, category: 'emc', points: 10 }],
    evidence: [],
    status: 'pending',
    decision: null,
    roster_id: null,
    diploma: null,
    badge_url: null,
    no_badge_because: 'not_approved',
    entry: null,
    external_id: 'a-1',
    metadata: { k: 'v' },
  });
  const { pathname } = new URL(String(made.headers.location));
  expect((await sello.call('GET', pathname, { key: council.key })).body).toEqual(made.body);
});

test('the caller may give fewer points, another day of the course and evidence of each kind', async ({
  sello,
  council,
}) => {
  const course = await accreditedCourse(council);
  const certificate = await sello.certify(council.key);
  const award = await newAward(council, await council.enrol(), course.id, {
    role: 'speaker',
    completed_on: '2026-03-02',
    hours: 1.25,
    attendance_percent: 99.5,
    score: 8,
    points: [{ category: 'docencia', points: 7.25 }],
    evidence: [{ certificate_id: certificate.id }, { url: 'https://example.com/x' }, { note: 'Lo vi\nallí' }],
  });
  expect(award).toMatchObject({
    role: 'speaker',
    completed_on: '2026-03-02',
    hours: 1.25,
    attendance_percent: 99.5,
    score: 8,
    points: [{ program_id: council.programId, category: 'docencia', points: 7.25 }],
    evidence: [{ certificate_id: certificate.id }, { url: 'https://example.com/x' }, { note: 'Lo vi\nallí' }],
  });
});

test('lines of all programs are given, even if the member is in only one of them', async ({ sello }) => {
  const account = await sello.newAccount();
  const first = await openProgramCouncil(sello, account.key);
  const second = await openProgramCouncil(sello, account.key);
  const points = [first, second].map(({ programId }) => ({
    program_id: programId,
    category: 'emc',
    points: 5,
  }));
  const course = await accreditedCourse(first, { points });
  const award = await newAward(first, await second.enrol(), course.id);
  expect(award.points).toEqual(points);
});

test('an activity is worth what the caller says', async ({ council }) => {
  const memberId = await council.enrol();
  const { award } = await council.ask('POST', '/awards', 201, {
    member_id: memberId,
    activity: { title: 'Artículo', provider: 'Revista', kind: 'publication' },
    completed_on: '2025-05-05',
    points: [
      { category: 'libros', points: 0.1 },
      { category: 'emc', points: 0.2 },
    ],
  });
  expect(award).toMatchObject({
    course_id: null,
    activity: { title: 'Artículo', provider: 'Revista', kind: 'publication' },
    points: [
      { category: 'libros', points: 0.1 },
      { category: 'emc', points: 0.2 },
    ],
  });
});

test('self-paced courses accept any day from their first; a day before the member’s first term is accepted too', async ({
  council,
}) => {
  const course = await accreditedCourse(council, {
    modality: 'self_paced',
    starts_on: '2020-01-01',
    ends_on: null,
  });
  const award = await newAward(council, await council.enrol(), course.id, { completed_on: '2024-02-29' });
  expect(award.completed_on).toBe('2024-02-29');
});

test('after rejection, withdrawal or revocation the award can be reported again', async ({ council }) => {
  const course = await accreditedCourse(council);
  const memberId = await council.enrol();
  const reason = { reason: 'x' };
  const first = await newAward(council, memberId, course.id, { external_id: 'again' });
  await council.ask('POST', `/awards/${first.id}/reject`, 200, reason);
  const second = await newAward(council, memberId, course.id, { external_id: 'again' });
  await council.ask('POST', `/awards/${second.id}/withdraw`, 200);
  const third = await newAward(council, memberId, course.id, { external_id: 'again' });
  await council.ask('POST', `/awards/${third.id}/approve`, 200);
  await council.ask('POST', `/awards/${third.id}/revoke`, 200, reason);
  await newAward(council, memberId, course.id, { external_id: 'again' });
});

test('an ended membership accepts what was completed before its end', async ({ council }) => {
  const course = await accreditedCourse(council);
  const memberId = await council.enrol();
  const { memberships } = await council.ask('GET', `/memberships?member_id=${memberId}`, 200);
  await council.ask('POST', `/memberships/${memberships[0].id}/end`, 200, { reason: 'x', on: '2026-03-05' });
  await newAward(council, memberId, course.id);
});
