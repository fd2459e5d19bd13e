import { openEmployer, publicMember } from '../../../harness/watches.ts';
import { expect, test } from '../../../harness/world.ts';

test('its own watches, newest first, by status and own id; nobody else’s', async ({ council, sello }) => {
  const employer = await openEmployer(sello);
  const other = await openEmployer(sello);
  const member = await publicMember(council);
  const first = await employer.follow(council, member, { external_id: 'e-1' });
  const second = await employer.follow(council, { member_number: 'nobody' });
  await other.follow(council, member);
  const ids = async (query: string) =>
    (await employer.must('GET', `/watches${query}`)).watches.map(({ id }: { id: string }) => id);
  expect(await ids('')).toEqual([second.id, first.id]);
  expect(await ids('?status=active')).toEqual([first.id]);
  expect(await ids('?external_id=e-1')).toEqual([first.id]);
  expect((await employer.must('GET', '/watches')).pagination.total).toBe(2);
});
