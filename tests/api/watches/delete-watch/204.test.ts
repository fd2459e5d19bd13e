import { openEmployer, publicMember } from '../../../harness/watches.ts';
import { expect, test } from '../../../harness/world.ts';

test('whoever stops following is told no more, and may begin again', async ({ council, sello }) => {
  const employer = await openEmployer(sello);
  const member = await publicMember(council);
  const { id } = await employer.follow(council, member);
  const answer = await employer.call('DELETE', `/watches/${id}`);
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect((await employer.must('GET', '/watches')).watches).toEqual([]);
  await council.must('POST', `/memberships/${member.membership.id}/suspend`, { reason: 'Adeudo' });
  expect(await employer.told()).toEqual([]);
  expect(await employer.follow(council, member)).toMatchObject({ status: 'active', valid: false });
});
