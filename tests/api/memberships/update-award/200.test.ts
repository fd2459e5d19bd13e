import { accreditedCourse, newAward } from '../../../harness/program-council.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('every field of a pending award can change, and only named fields do', async ({ council }) => {
  const course = await accreditedCourse(council);
  const award = await newAward(council, await council.enrol(), course.id, { metadata: { a: '1' } });
  const change = {
    completed_on: '2026-03-03',
    hours: null,
    attendance_percent: 50,
    score: 7,
    points: [{ category: 'emc', points: 4 }],
    evidence: [{ note: 'x' }],
    external_id: 'e',
    metadata: { b: '2' },
  };
  const { award: changed } = await council.ask('PATCH', `/awards/${award.id}`, 200, change);
  expect(changed).toEqual({
    ...award,
    ...change,
    points: [{ program_id: council.programId, category: 'emc', points: 4 }],
    metadata: { a: '1', b: '2' },
    updated_at: expect.any(String),
  });
});

test('another role gives the award that role’s points, also in filters', async ({ council }) => {
  const course = await accreditedCourse(council);
  const { id } = await newAward(council, await council.enrol(), course.id);
  const { award } = await council.ask('PATCH', `/awards/${id}`, 200, { role: 'speaker' });
  expect(award.points).toEqual([{ program_id: council.programId, category: 'docencia', points: 15.5 }]);
  const found = async (category: string) =>
    (
      await council.ask(
        'GET',
        `/awards?course_id=${course.id}&program_id=${council.programId}&category=${category}`,
        200,
      )
    ).awards.length;
  expect([await found('emc'), await found('docencia')]).toEqual([0, 1]);
});

test('an activity’s texts and points can change', async ({ council }) => {
  const { award } = await council.ask('POST', '/awards', 201, {
    member_id: await council.enrol(),
    activity: { title: 'x' },
    completed_on: '2026-01-01',
    points: [{ category: 'emc', points: 1 }],
  });
  const change = { activity: { title: 'y', kind: 'z' }, points: [{ category: 'libros', points: 2 }] };
  const { award: changed } = await council.ask('PATCH', `/awards/${award.id}`, 200, change);
  expect(changed).toMatchObject({
    activity: { title: 'y', provider: null, kind: 'z' },
    points: change.points,
  });
});

test('only external_id and metadata of a decided award can change', async ({ council }) => {
  const course = await accreditedCourse(council);
  const { id } = await newAward(council, await council.enrol(), course.id);
  const { award } = await council.ask('POST', `/awards/${id}/approve`, 200);
  const change = { external_id: 'later', metadata: { k: 'v' } };
  const { award: changed } = await council.ask('PATCH', `/awards/${id}`, 200, change);
  expect(changed).toEqual({ ...award, ...change, updated_at: expect.any(String) });
});
