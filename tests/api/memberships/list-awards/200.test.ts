import { accreditedCourse, newAward, openProgramCouncil } from '../../../harness/program-council.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('every filter finds what matches, newest first, and nothing of another account', async ({
  sello,
  council,
}) => {
  const other = await openProgramCouncil(sello, (await sello.newAccount()).key);
  await newAward(other, await other.enrol(), (await accreditedCourse(other)).id);
  const course = await accreditedCourse(council);
  const [ana, eva] = [await council.enrol(), await council.enrol()];
  const a = await newAward(council, ana, course.id);
  sello.advance(5);
  const b = await newAward(council, eva, course.id, { role: 'speaker', completed_on: '2026-03-02' });
  sello.advance(5);
  const { award: c } = await council.ask('POST', '/awards', 201, {
    member_id: ana,
    activity: { title: 'x' },
    completed_on: '2026-05-01',
    points: [
      { category: 'libros', points: 1 },
      { category: 'emc', points: 1 },
    ],
  });
  await council.ask('POST', `/awards/${a.id}/approve`, 200);
  const ids = async (query: string) =>
    (await council.ask('GET', `/awards?${query}`, 200)).awards.map(({ id }: { id: string }) => id);
  expect(await ids('')).toEqual([c.id, b.id, a.id]);
  expect(await ids(`member_id=${ana}`)).toEqual([c.id, a.id]);
  expect(await ids(`course_id=${course.id}`)).toEqual([b.id, a.id]);
  expect(await ids(`program_id=${council.programId}`)).toEqual([c.id, b.id, a.id]);
  expect(await ids(`program_id=${other.programId}`)).toEqual([]);
  expect(await ids(`program_id=${council.programId}&category=emc`)).toEqual([c.id, a.id]);
  expect(await ids('category=docencia')).toEqual([b.id]);
  expect(await ids('role=speaker')).toEqual([b.id]);
  expect(await ids('status=approved')).toEqual([a.id]);
  expect(await ids('roster_id=rst_x')).toEqual([]);
  expect(await ids('completed_after=2026-03-02')).toEqual([c.id, a.id]);
  expect(await ids('completed_before=2026-03-05')).toEqual([b.id]);
  expect(await ids('diploma=none')).toEqual([c.id, b.id, a.id]);
  expect(await ids(`limit=1&after=${c.id}`)).toEqual([b.id]);
  expect((await council.ask('GET', '/awards?limit=1', 200)).pagination).toEqual({
    limit: 1,
    offset: 0,
    total: 3,
    has_more: true,
  });
});
