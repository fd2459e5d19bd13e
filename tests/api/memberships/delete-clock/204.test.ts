import { newClock, openTestCouncil, takeTo } from '../../../harness/clocks.ts';
import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('a clock is deleted with its members and everything that belongs to them, and nobody else', async ({
  sello,
}) => {
  const council = await openTestCouncil(sello);
  const id = await newClock(council, '2028-01-01');
  const program = await council.program({ rules: { ...RULES, requirements: [] } });
  const stays = await council.membership({ program });
  const member = await council.member({ clock_id: id, email: 'ana@example.com' });
  const { id: membershipId } = await council.membership({ member, program });
  const activity = { title: 'Libro', provider: null, kind: 'libro' };
  const points = [{ program_id: program.id, category: 'emc', points: 5 }];
  const wanted = { member_id: member.id, activity, points, completed_on: '2028-01-01' };
  const { award } = await council.must('POST', '/awards', wanted);
  await council.must('POST', `/awards/${award.id}/approve`, {});
  await council.must('POST', `/awards/${award.id}/diploma`, {});
  await takeTo(council, id, '2029-12-01');
  await takeTo(council, id, '2030-12-01');
  await council.must('POST', `/memberships/${membershipId}/renewals`, { approve: true });
  await council.must('DELETE', `/clocks/${id}`);
  for (const path of [
    `/clocks/${id}`,
    `/members/${member.id}`,
    `/memberships/${membershipId}`,
    `/awards/${award.id}`,
  ])
    expectRefusal(await council.call('GET', path), 404, 'not_found');
  expect((await council.must('GET', `/memberships/${stays.id}`)).membership.standing).toBe('current');
  expect((await council.must('GET', '/renewals')).renewals).toEqual([]);
  const [left] = await sello.database.query(
    `select (select count(*)::int from members where account_id = $1) as members,
            (select count(*)::int from awards where account_id = $1) as awards,
            (select count(*)::int from documents where account_id = $1) as documents`,
    [council.accountId],
  );
  expect({ ...left }).toEqual({ members: 1, awards: 0, documents: 0 });
});

test('a moving clock can be deleted too', async ({ sello }) => {
  const council = await openTestCouncil(sello);
  const id = await newClock(council);
  await council.must('POST', `/clocks/${id}/advance`, { day: '2029-01-01' });
  await council.must('DELETE', `/clocks/${id}`);
  expectRefusal(await council.call('GET', `/clocks/${id}`), 404, 'not_found');
});
