import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('M12 a course of another account gets the same answer as an unknown one, and so do its members', async ({
  sello,
  council,
}) => {
  const other = await openProgramCouncil(sello, (await sello.newAccount()).key);
  const course = await accreditedCourse(other);
  const foreignMember = await other.enrol({ fields: { member_number: 'F-1' } });
  const post = (id: string, rows: object[]) =>
    sello.call('POST', `${API}/courses/${id}/rosters`, { key: council.key, payload: { rows } });
  const foreign = await post(course.id, [{ member_id: foreignMember }]);
  expectRefusal(foreign, 404, 'not_found');
  expect((await post('crs_0000000000000000000000', [{ member_id: foreignMember }])).text).toBe(foreign.text);
  const own = await accreditedCourse(council);
  const { body } = await post(own.id, [
    { member_id: foreignMember },
    { member_id: 'mem_0000000000000000000000' },
    { member_number: 'F-1' },
  ]);
  const told = body.roster.problems.map(
    ({ error, message }: Record<string, string>) => `${error} ${message}`,
  );
  expect(new Set(told).size).toBe(1);
  expect(told[0]).toContain('member_not_found');
});
