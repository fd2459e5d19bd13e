import { RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('renewals are filtered by membership, member, program and status, newest first', async ({ council }) => {
  const program = await council.program({ rules: { ...RULES, anchor: council.today(11) } });
  const open = () => council.membership({ program, starts_on: council.today(-900) });
  const [one, two] = [await open(), await open()];
  const ask = async (id: string) =>
    (await council.must('POST', `/memberships/${id}/renewals`, {})).renewal.id;
  const first = await ask(one.id);
  await council.must('POST', `/renewals/${first}/withdraw`, {});
  const second = await ask(one.id);
  const third = await ask(two.id);
  const listed = async (query: string) => {
    const { renewals } = await council.must('GET', `/renewals?${query}`);
    return renewals.map(({ id }: { id: string }) => id);
  };
  expect(await listed(`program_id=${program.id}`)).toEqual([third, second, first]);
  expect(await listed(`membership_id=${one.id}`)).toEqual([second, first]);
  expect(await listed(`member_id=${two.member_id}`)).toEqual([third]);
  expect(await listed(`program_id=${program.id}&status=requested`)).toEqual([third, second]);
  expect(await listed(`program_id=${program.id}&status=withdrawn`)).toEqual([first]);
  expect(await listed('member_id=mem_0000000000000000000000')).toEqual([]);
});
