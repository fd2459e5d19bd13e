import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('approve needs awards:approve, in JSON and in the address', async ({ sello }) => {
  const account = await sello.newAccount();
  const own = await openProgramCouncil(sello, account.key);
  const course = await accreditedCourse(own);
  const rows = [{ member_id: await own.enrol() }];
  const { key } = await sello.newKey(account.account, { scopes: ['courses:write', 'awards:write'] });
  const post = (path: string, payload: object) =>
    sello.call('POST', `${API}/courses/${course.id}/rosters${path}`, { key, payload });
  for (const answer of [await post('', { rows, approve: true }), await post('?approve=true', { rows })]) {
    expect(expectRefusal(answer, 403, 'insufficient_scope')).toContain('`awards:approve`');
  }
  expect((await post('', { rows })).status).toBe(201);
});
