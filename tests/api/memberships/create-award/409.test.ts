import { expectRefusal } from '../../../harness/expect-refusal.ts';
import {
  accreditedCourse,
  newAward,
  newCourse,
  openProgramCouncil,
} from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { programTest as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'post',
  ({ council, sello }) =>
    (payload: object, key = council.key) =>
      sello.call('POST', `${API}/awards`, { key, payload }),
);

test('already_awarded names the award; another role is another award', async ({ council, post }) => {
  const course = await accreditedCourse(council);
  const memberId = await council.enrol();
  const { id } = await newAward(council, memberId, course.id);
  const again = await post({ member_id: memberId, course_id: course.id });
  expect(expectRefusal(again, 409, 'already_awarded')).toContain(id);
  await newAward(council, memberId, course.id, { role: 'speaker' });
});

test('course_not_accredited: proposed, closed, refused and cancelled courses accept no awards', async ({
  council,
  post,
}) => {
  const memberId = await council.enrol();
  const proposed = await newCourse(council);
  const closed = await accreditedCourse(council);
  await council.ask('POST', `/courses/${closed.id}/close`, 200);
  const refused = await newCourse(council);
  await council.ask('POST', `/courses/${refused.id}/refuse`, 200, { reason: 'x' });
  const cancelled = await newCourse(council);
  await council.ask('POST', `/courses/${cancelled.id}/cancel`, 200);
  for (const { id } of [proposed, closed, refused, cancelled]) {
    expectRefusal(await post({ member_id: memberId, course_id: id }), 409, 'course_not_accredited');
  }
});

test('course_full: capacity counts pending and approved awards, and a rejected one frees its place', async ({
  council,
  post,
}) => {
  const course = await accreditedCourse(council, { capacity: 2 });
  const first = await newAward(council, await council.enrol(), course.id);
  const second = await newAward(council, await council.enrol(), course.id);
  await council.ask('POST', `/awards/${first.id}/approve`, 200);
  const memberId = await council.enrol();
  expectRefusal(await post({ member_id: memberId, course_id: course.id }), 409, 'course_full');
  await council.ask('POST', `/awards/${second.id}/reject`, 200, { reason: 'x' });
  await newAward(council, memberId, course.id);
});

test('the last place is taken once, however many ask at the same time', async ({ council, post }) => {
  const course = await accreditedCourse(council, { capacity: 3 });
  const members = await Promise.all(Array.from({ length: 12 }, () => council.enrol()));
  const answers = await Promise.all(members.map((member_id) => post({ member_id, course_id: course.id })));
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(3);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expectRefusal(answer, 409, 'course_full');
});

test('a course cannot be cancelled between its check and the award: course_has_awards or course_not_accredited', async ({
  sello,
  council,
  post,
}) => {
  for (let round = 0; round < 5; round += 1) {
    const course = await accreditedCourse(council);
    const payload = { member_id: await council.enrol(), course_id: course.id };
    const [award, cancel] = await Promise.all([
      post(payload),
      sello.call('POST', `${API}/courses/${course.id}/cancel`, { key: council.key }),
    ]);
    expect([award.status, cancel.status].sort()).toEqual(award.status === 201 ? [201, 409] : [200, 409]);
  }
});

test('a course with pending or approved awards is not cancelled', async ({ sello, council }) => {
  const course = await accreditedCourse(council);
  const { id } = await newAward(council, await council.enrol(), course.id);
  const cancel = () => sello.call('POST', `${API}/courses/${course.id}/cancel`, { key: council.key });
  expectRefusal(await cancel(), 409, 'course_has_awards');
  await council.ask('POST', `/awards/${id}/approve`, 200);
  expectRefusal(await cancel(), 409, 'course_has_awards');
  await council.ask('POST', `/awards/${id}/revoke`, 200, { reason: 'x' });
  expect((await cancel()).status).toBe(200);
});

test('term_decided: only a key that approves posts into a decided term', async ({ sello, post }) => {
  const account = await sello.newAccount();
  const own = await openProgramCouncil(sello, account.key);
  const course = await accreditedCourse(own);
  const memberId = await own.enrol();
  await sello.database.query(
    `update membership_terms set renewal_id = 'rnw_0000000000000000000000'
      where membership_id in (select id from memberships where member_id = $1)`,
    [memberId],
  );
  const { key } = await sello.newKey(account.account, { scopes: ['awards:write'] });
  const payload = { member_id: memberId, course_id: course.id };
  const answer = await post(payload, key);
  expect(expectRefusal(answer, 409, 'term_decided')).toContain('2025-01-01');
  expect((await post(payload, own.key)).status).toBe(201);
});

test('member_anonymised: nothing is awarded, changed or decided', async ({ sello, council, post }) => {
  const course = await accreditedCourse(council);
  const memberId = await council.enrol();
  const { id } = await newAward(council, memberId, course.id);
  await sello.database.query("update members set status = 'anonymised' where id = $1", [memberId]);
  const again = { member_id: memberId, course_id: course.id, role: 'speaker' };
  expectRefusal(await post(again), 409, 'member_anonymised');
  const call = (method: string, verb: string, payload: object) =>
    sello.call(method, `${API}/awards/${id}${verb}`, { key: council.key, payload });
  expectRefusal(await call('PATCH', '', { score: 1 }), 409, 'member_anonymised');
  expectRefusal(await call('POST', '/approve', {}), 409, 'member_anonymised');
  expectRefusal(await call('POST', '/withdraw', {}), 409, 'member_anonymised');
});

test('external_id_taken names the award that has it', async ({ council, post }) => {
  const course = await accreditedCourse(council);
  const { id } = await newAward(council, await council.enrol(), course.id, { external_id: 'one' });
  const answer = await post({ member_id: await council.enrol(), course_id: course.id, external_id: 'one' });
  expect(expectRefusal(answer, 409, 'external_id_taken')).toContain(id);
});
