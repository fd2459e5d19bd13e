import { accreditedCourse } from '../../../harness/program-council.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('approved awards are revoked and pending ones withdrawn, once', async ({ council }) => {
  const course = await accreditedCourse(council);
  const members = [await council.enrol(), await council.enrol(), await council.enrol()];
  const rows = members.map((member_id) => ({ member_id }));
  const { roster } = await council.ask('POST', `/courses/${course.id}/rosters`, 201, { rows });
  const { awards } = await council.ask('GET', `/awards?roster_id=${roster.id}`, 200);
  await council.ask('POST', `/awards/${awards[0].id}/approve`, 200);
  await council.ask('POST', `/awards/${awards[1].id}/reject`, 200, { reason: 'x' });
  const done = await council.ask('POST', `/rosters/${roster.id}/revoke`, 200, { reason: 'Lista equivocada' });
  expect(done).toMatchObject({ roster: { id: roster.id }, revoked: 1, withdrawn: 1, refused: 0 });
  const after = await council.ask('GET', `/awards?roster_id=${roster.id}`, 200);
  expect(after.awards.map(({ status }: { status: string }) => status).sort()).toEqual([
    'rejected',
    'revoked',
    'withdrawn',
  ]);
  const { entries } = await council.ask('GET', `/members/${awards[0].member_id}/ledger`, 200);
  expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(['award', 'reversal']);
  const again = await council.ask('POST', `/rosters/${roster.id}/revoke`, 200, { reason: 'x' });
  expect(again).toMatchObject({ revoked: 0, withdrawn: 0 });
  const anew = await council.ask('POST', `/courses/${course.id}/rosters`, 201, { rows });
  expect(anew.roster.summary.created).toBe(3);
});
