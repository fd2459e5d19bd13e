import { RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('members, memberships and awards can be listed by when they were made or changed', async ({
  council,
  sello,
}) => {
  const long = new Date(sello.ports.now().getTime() - 86_400_000);
  const program = await council.program();
  const old = await council.membership({ program });
  const fresh = await council.membership({ program });
  for (const [table, id] of [
    ['memberships', old.id],
    ['members', old.member_id],
  ])
    await sello.database.query(`update ${table} set created_at = $2, updated_at = $2 where id = $1`, [
      id,
      long,
    ]);
  const since = new Date(long.getTime() + 1_000).toISOString();
  const ids = async (path: string, name: string) =>
    (await council.must('GET', path))[name].map(({ id }: { id: string }) => id);
  for (const field of ['created_after', 'updated_after']) {
    expect(await ids(`/memberships?${field}=${since}`, 'memberships')).toEqual([fresh.id]);
    expect(await ids(`/members?${field}=${since}`, 'members')).toEqual([fresh.member_id]);
    expect(await ids(`/members?${field}=${since}&program_id=${program.id}`, 'members')).toEqual([
      fresh.member_id,
    ]);
    expect(await ids(`/awards?${field}=${since}`, 'awards')).toEqual([]);
  }
  await council.must('PATCH', `/members/${old.member_id}`, { phone: '1' });
  expect(await ids(`/members?updated_after=${since}`, 'members')).toContain(old.member_id);
  expect(await ids(`/members?created_after=${since}`, 'members')).not.toContain(old.member_id);
});

test('`met` finds memberships whose newest term meets its requirements', async ({ council }) => {
  const free = await council.membership({ rules: { ...RULES, requirements: [] } });
  const owing = await council.membership();
  const ids = async (program: string, met: boolean) => {
    const { memberships } = await council.must('GET', `/memberships?program_id=${program}&met=${met}`);
    return memberships.map(({ id }: { id: string }) => id);
  };
  expect([await ids(free.program_id, true), await ids(free.program_id, false)]).toEqual([[free.id], []]);
  expect([await ids(owing.program_id, true), await ids(owing.program_id, false)]).toEqual([[], [owing.id]]);
});
