import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('M12 a roster of another account gets the same answer as an unknown one', async ({ sello, council }) => {
  const other = await openProgramCouncil(sello, (await sello.newAccount()).key);
  const course = await accreditedCourse(other);
  const rows = [{ member_id: await other.enrol() }];
  const { roster } = await other.ask('POST', `/courses/${course.id}/rosters`, 201, { rows });
  const ask = (roster_id: string) =>
    sello.call('POST', `${API}/awards/decide`, {
      key: council.key,
      payload: { roster_id, decision: 'approve' },
    });
  const foreign = await ask(roster.id);
  expectRefusal(foreign, 404, 'not_found');
  expect((await ask('rst_0000000000000000000000')).text).toBe(foreign.text);
});
